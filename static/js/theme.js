// Light and dark without a round trip; without this script the form asks the server.
{
  const form = document.querySelector("[data-theme-form]");
  form?.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button) return;
    event.preventDefault();
    const theme = button.value;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
    for (const other of form.querySelectorAll("button")) {
      other.setAttribute("aria-pressed", String(other === button));
    }
  });
}
