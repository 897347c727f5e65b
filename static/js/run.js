// While a run streams: says so to assistive technology, follows growing output, and says when the connection broke.
{
  const card = (node) => node?.closest?.("[data-snippet]");
  document.addEventListener("htmx:before:request", (event) => {
    if (event.target.matches?.("form[data-lost]")) card(event.target).setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (!event.target.matches?.("form[data-lost]")) return;
    card(event.target).removeAttribute("aria-busy");
    if (event.target.querySelector(".stop") || !event.detail.ctx?.response) lost(event.target);
  });
  // The ending brings Run back; a stream that breaks before it brings nothing.
  const lost = (form) => {
    const notice = card(form).querySelector(".notice");
    notice.replaceChildren(Object.assign(document.createElement("p"), { textContent: form.dataset.lost }));
    const stop = form.querySelector(".stop");
    if (!stop) return;
    const run = Object.assign(document.createElement("button"), { className: "button run", type: "submit", id: stop.id, textContent: form.dataset.run });
    stop.replaceWith(run);
    card(form).querySelector(".ending.running, .ending.waiting")?.remove();
  };
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
