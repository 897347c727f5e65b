// Edit, Copy, Reset and the seed on every card. The editor itself is loaded when somebody wants to edit.
{
  const address = document.querySelector('meta[name="fieldnotes-editor"]')?.content;
  const card = (node) => node.closest("[data-snippet]");
  const part = (of, name) => of.querySelector(`[data-${name}]`);
  const handles = new Map();
  let loading;

  const code = (of) => handles.get(of)?.code() ?? part(of, "typed")?.querySelector("textarea").value
    ?? [...of.querySelectorAll(".sheet .src")].map((line) => line.textContent).join("");

  async function open(of, focus) {
    if (!address) return null;
    loading ??= import(address).catch((error) => { loading = undefined; throw error; });
    await loading;
    const handle = handles.get(of) ?? window.fieldnotes.editor.open(of);
    handles.set(of, handle);
    of.classList.add("editing");
    part(of, "edit")?.setAttribute("aria-expanded", "true");
    for (const name of ["editing", "hint"]) part(of, name).hidden = false;
    if (focus) handle.view.focus();
    return handle;
  }

  // Away from localhost and without TLS there is no navigator.clipboard.
  async function write(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = Object.assign(document.createElement("textarea"), { value: text, className: "vh" });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }

  async function copy(button) {
    await write(code(card(button)));
    button.dataset.label ??= button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = button.dataset.label; }, 1600);
  }

  function seed(of, value) {
    const field = of.querySelector('[name="seed"]');
    field.value = value;
    part(of, "free-seed").hidden = value === "";
    if (value === "") field.focus();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    const of = button && card(button);
    if (!of) return;
    if (button.matches("[data-edit]")) open(of, true).catch(() => { location.href = part(of, "open").href; });
    else if (button.matches("[data-copy]")) copy(button);
    else if (button.matches("[data-reset]")) handles.get(of)?.reset();
    else if (button.matches("[data-free-seed]")) seed(of, "");
    else if (button.matches("[data-stop-spread]")) htmx.trigger(part(of, "spread"), "htmx:abort");
    else if (button.matches("[data-keep]")) {
      event.preventDefault();
      seed(of, button.value);
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target.name === "seed" && card(event.target)) part(card(event.target), "free-seed").hidden = event.target.value === "";
  });
  document.querySelector("[data-examples] select")?.addEventListener("change", (event) => event.target.form.requestSubmit());

  const wasOpen = (of) => {
    try {
      return sessionStorage.getItem(`fieldnotes:open:${of.dataset.key}`);
    } catch {
      return null; // no storage here
    }
  };

  // The playground is for editing; a card that was being edited in this tab is so again after a reload.
  for (const of of document.querySelectorAll("[data-snippet]")) {
    if (part(of, "typed") || wasOpen(of)) open(of).catch(() => {}); // without the editor there is the plain text field, or the code as it is
  }
}
