// One editor in place of a card's code. Its card's form posts what is in it.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, undo } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { EditorSelection, EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { colours, theme } from "./colours.js";
import { difference } from "./difference.js";
import { keepDraft, readDraft } from "./drafts.js";
import { leave } from "./leave.js";
import { diagnostics } from "./diagnostics.js";
import { outputs } from "./outputs.js";
import { PARTS } from "./parts.js";

const opened = new WeakMap();

export function open(card) {
  if (!opened.has(card)) opened.set(card, make(card));
  return opened.get(card);
}

function make(card) {
  const sheet = card.querySelector(".sheet");
  const typed = card.querySelector("[data-typed] textarea");
  const form = card.querySelector("form.run-form");
  const original = typed ? typed.value : shown(sheet);
  const listeners = new Set();
  const handle = {
    card,
    original,
    code: () => handle.view.state.doc.toString(),
    setCode: (text) => handle.view.dispatch({ changes: difference(handle.view.state.doc.toString(), text), userEvent: "input.set", scrollIntoView: true }),
    setDiagnostics: (list, source = "assist") => problems.set(source, list),
    onChange: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    run: () => run(form),
    reset: () => resetting.press(),
  };
  const results = outputs(card, sheet, handle);
  const problems = diagnostics(handle);
  const resetting = resetButton(card, handle);
  const host = document.createElement("div");
  host.className = "editor-host";
  sheet.before(host);
  new ResizeObserver(() => host.style.setProperty("--seen", `${host.clientWidth}px`)).observe(host);
  sheet.hidden = true;
  if (typed) typed.parentElement.hidden = true;

  handle.view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: original,
      extensions: [
        Prec.highest([keymap.of([{ key: "Mod-Enter", run: () => (handle.run(), true) }]), leave(card)]),
        ...PARTS.map((part) => part(card, handle)),
        lineNumbers(), results.extension, problems.extension, highlightSpecialChars(), history(), drawSelection(),
        indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, { key: "Tab", run: indent, shift: indentLess }]),
        python(), indentUnit.of("    "), EditorState.tabSize.of(4), colours, theme,
        EditorView.contentAttributes.of({ "aria-labelledby": `${card.id}-title`, "aria-multiline": "true", spellcheck: "false", translate: "no", class: "code" }),
        EditorView.updateListener.of((update) => { if (update.docChanged) changed(); }),
      ],
    }),
  });

  const changed = () => {
    const code = handle.code();
    keepDraft(card.dataset.key, code, original);
    resetting.changed(code);
    results.changed();
    for (const listener of listeners) listener(code);
    card.dispatchEvent(new CustomEvent("fieldnotes:editor-change", { bubbles: true, detail: { code } }));
  };
  form.addEventListener("formdata", (event) => {
    const code = handle.code();
    if (typed || code !== original) event.formData.set("code", code);
  });
  results.begin();
  const draft = readDraft(card.dataset.key);
  if (draft !== null && draft !== original) handle.setCode(draft);
  card.dispatchEvent(new CustomEvent("fieldnotes:editor-open", { bubbles: true, detail: { handle } }));
  return handle;
}

// To the next stop at the cursor; selected lines as a whole.
function indent(view) {
  const { state } = view;
  if (state.selection.ranges.some((range) => !range.empty)) return indentMore(view);
  view.dispatch(state.update(state.changeByRange((range) => {
    const column = range.head - state.doc.lineAt(range.head).from;
    const insert = " ".repeat(4 - (column % 4));
    return { changes: { from: range.head, insert }, range: EditorSelection.cursor(range.head + insert.length) };
  }), { scrollIntoView: true, userEvent: "input.indent" }));
  return true;
}

const shown = (sheet) => [...sheet.querySelectorAll(".src")].map((line) => line.textContent).join("");

function run(form) {
  const button = form.querySelector(".button.run:not([disabled])");
  if (button) form.requestSubmit(button);
}

// Reset brings the original back; pressed again before anything else is typed, it brings back what was there.
function resetButton(card, handle) {
  const button = card.querySelector("[data-reset]");
  const label = button.textContent;
  let undoes = false;
  let pressing = false;
  const show = (code) => {
    button.textContent = undoes ? button.dataset.undo : label;
    button.hidden = code === handle.original && !undoes;
  };
  return {
    press() {
      pressing = true;
      if (undoes) undo(handle.view);
      else handle.setCode(handle.original);
      pressing = false;
      undoes = !undoes;
      show(handle.code());
      handle.view.focus();
    },
    changed(code) {
      if (pressing) return;
      undoes = false;
      show(code);
    },
  };
}
