// Help while typing, all of it optional: completion, documentation, signatures, layout, warnings. What is known comes
// from the torch that runs here. Nothing is asked before a reader types, and nothing waits for an answer.
import { acceptCompletion, autocompletion, completionStatus, selectedCompletionIndex, setSelectedCompletion } from "@codemirror/autocomplete";
import { localCompletionSource } from "@codemirror/lang-python";
import { syntaxTree } from "@codemirror/language";
import { Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { documentation } from "./assist_docs.js";
import { peeking } from "./assist_peek.js";
import { service } from "./assist_service.js";

const LINT_MS = 900;
const WORD = /[\p{L}_][\p{L}\p{N}_]*$/u;

export function assist(card, handle) {
  return [
    peeking,
    autocompletion({ override: [complete], icons: false, selectOnOpen: false, interactionDelay: 0, activateOnTypingDelay: 140, maxRenderedOptions: 60 }),
    Prec.highest(keymap.of([{ key: "Tab", run: takeCompletion }])),
    hoverTooltip(hover, { hoverTime: 450, hideOnChange: true }),
    formatting(card, handle),
    warnings(handle),
    // Whoever comes to type will want it soon; whoever only looks costs nothing.
    EditorView.domEventHandlers({ focus: () => (service.wake(), false) }),
  ];
}

// The text around a place is code, and not what a string or a comment says.
function inCode(state, position) {
  const name = syntaxTree(state).resolveInner(position, -1).name;
  return name !== "Comment" && name !== "String" && name !== "FormatString";
}

async function complete(context) {
  const word = context.matchBefore(WORD);
  const afterDot = context.matchBefore(/[\p{L}\p{N}_)\]]\.$/u) !== null;
  if (!context.explicit && !afterDot && (word?.text.length ?? 0) < 2) return null;
  if (!inCode(context.state, context.pos)) return null;
  if (!service.ready) return localCompletionSource(context);
  const stop = new AbortController();
  context.addEventListener("abort", () => stop.abort(), { onDocChange: true });
  const found = await service.ask("complete", context.state, context.pos, stop.signal);
  if (!found || context.aborted) return null;
  const from = context.pos - found.prefix;
  const names = new Set(found.items.map((item) => item.label));
  // A name that is written out needs no list.
  if (!context.explicit && names.size === 1 && names.has(context.state.sliceDoc(from, context.pos))) return null;
  return {
    from,
    validFor: (text) => /^[\p{L}\p{N}_]*$/u.test(text) && !names.has(text),
    options: found.items.map((item, index) => ({
      label: item.label, apply: item.apply, detail: item.kind || undefined, boost: -index / found.items.length,
      info: () => about(context.state, from, context.pos, item.label),
    })),
  };
}

// The documentation of a name that is not written yet: asked of the program as it would be then.
async function about(state, from, to, name) {
  const then = state.update({ changes: { from, to, insert: name } }).state;
  const found = await service.ask("hover", then, from + Math.min(1, name.length));
  return found ? documentation(found) : null;
}

// Tab belongs to the list while it is open: the first name, if none was chosen.
function takeCompletion(view) {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}

async function hover(view, position) {
  const word = view.state.wordAt(position);
  if (!service.ready || !word || !inCode(view.state, word.to)) return null;
  const found = await service.ask("hover", view.state, position);
  return found ? { pos: word.from, end: word.to, create: () => ({ dom: documentation(found) }) } : null;
}

// -- layout ----------------------------------------------------------------------------------------------------

function formatting(card, handle) {
  const button = card.querySelector("[data-format]");
  const said = card.querySelector("[data-format-said]");
  const say = (text) => { if (said) said.textContent = text; };
  async function format() {
    const before = handle.code();
    const found = await service.ask("format", handle.view.state, 0);
    if (!found || handle.code() !== before) return;
    say(found.error ? `${button.dataset.failed} ${found.error}` : found.code === before ? button.dataset.same : "");
    if (found.code !== null && found.code !== before) handle.setCode(found.code);
  }
  if (button) {
    button.addEventListener("click", async () => { await format(); handle.view.focus(); });
    service.onReady(() => { button.hidden = false; });
  }
  handle.onChange(() => say(""));
  return Prec.high(keymap.of([{ key: "Shift-Alt-f", run: () => service.ready && (format(), true) }]));
}

// -- warnings --------------------------------------------------------------------------------------------------

function warnings(handle) {
  let timer;
  let stop = new AbortController();
  async function look() {
    stop.abort();
    stop = new AbortController();
    const { state } = handle.view;
    const found = await service.ask("lint", state, 0, stop.signal);
    if (found && handle.view.state.doc.eq(state.doc)) handle.setDiagnostics(shown(handle.view, found.warnings), "assist");
  }
  const soon = () => { clearTimeout(timer); timer = setTimeout(look, LINT_MS); };
  service.onReady(() => { if (handle.view && handle.code() !== handle.original) soon(); });
  handle.onChange(() => { if (service.ready) soon(); });
  return [];
}

function shown(view, found) {
  const { doc } = view.state;
  const current = view.hasFocus ? doc.lineAt(view.state.selection.main.head).number : 0;
  const at = (row, column) => {
    const line = doc.line(Math.min(Math.max(row, 1), doc.lines));
    return line.from + [...line.text].slice(0, column - 1).join("").length;
  };
  return found
    // A line that is being written is not wrong yet.
    .filter((one) => one.code !== "invalid-syntax" || (one.line !== current && one.line <= doc.lines))
    .map((one) => {
      const from = at(one.line, one.column);
      return { from, to: Math.max(from, at(one.end_line, one.end_column)), severity: one.severity, source: `ruff ${one.code}`, message: one.message };
    });
}
