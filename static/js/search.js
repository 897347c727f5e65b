// As one types, the address follows, so that a reload, a bookmark or a shared link brings the same results.
{
  const field = document.querySelector("#q[hx-get]");
  document.addEventListener("htmx:after:swap", () => {
    if (!field) return;
    const query = new URLSearchParams({ q: field.value });
    history.replaceState(history.state, "", field.value ? `?${query}` : location.pathname);
  });
}
