// While a run streams: says so to assistive technology, follows growing output, and says when the connection broke.
{
  const card = (node) => node?.closest?.("[data-snippet]");
  document.addEventListener("htmx:before:request", (event) => card(event.target)?.setAttribute("aria-busy", "true"));
  document.addEventListener("htmx:finally:request", (event) => {
    if (event.target.matches?.("form")) card(event.target)?.removeAttribute("aria-busy");
  });
  document.addEventListener("htmx:after:swap", (event) => {
    for (const terminal of card(event.target)?.querySelectorAll('[aria-busy="true"] .term') ?? []) {
      terminal.scrollTop = terminal.scrollHeight;
    }
  });
  // A run's process ends with its page; a page that comes back from the cache would show it as still going on.
  addEventListener("pageshow", (event) => {
    if (event.persisted && document.querySelector(".button.stop")) location.reload();
  });
}
