// Share: makes the link of what is in the card now, copies it, and shows it. Without this script the form does.
{
  const code = (card, fields) => fields.get("code") || [...card.querySelectorAll(".sheet .src")].map((line) => line.textContent).join("");

  // A note's own snippet is named: its title, device and seed are the service's to say. Everything else is sent.
  function body(card, button) {
    const fields = new FormData(button.form);
    const own = !fields.get("code") && !card.matches(".free");
    const said = { lang: document.documentElement.lang.slice(0, 2), result: fields.get("result"), device: fields.get("device"), runtime: fields.get("runtime") };
    if (own && !card.dataset.key.startsWith("p/")) said.snippet = card.dataset.key;
    else {
      said.title = fields.get("title") ?? card.querySelector(".snippet-title").textContent.trim();
      said.device ||= button.dataset.device;
    }
    const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value));
    if (!given.snippet) given.code = code(card, fields);
    const seed = fields.get("seed");
    // a seed has up to 63 bits, which a JavaScript number doesn't hold: it goes into the JSON as it is written
    return /^\d+$/.test(seed ?? "") ? JSON.stringify(given).replace(/}$/, `,"seed":${BigInt(seed)}}`) : JSON.stringify(given);
  }

  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false; // not allowed here: the link is shown all the same
    }
  }

  async function share(button) {
    const card = button.closest("[data-snippet]");
    const told = card.querySelector(".share-told");
    button.disabled = true;
    told.hidden = false;
    try {
      const response = await fetch("/api/v1/shares", { method: "POST", headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang }, body: body(card, button) });
      const answer = await response.json();
      if (!response.ok) {
        told.textContent = answer.detail;
        return;
      }
      const link = new URL(answer.url, location).href;
      const words = (await copied(link)) ? button.dataset.done : button.dataset.made;
      told.replaceChildren(`${words} `, Object.assign(document.createElement("a"), { href: link, textContent: new URL(link).pathname }));
    } catch {
      told.textContent = button.dataset.failed;
    } finally {
      button.disabled = false;
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    share(button);
  });
}
