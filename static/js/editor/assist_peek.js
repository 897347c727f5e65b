// What stands over the cursor while one types: the signature of the call around it, or with F1 what a name means.
// Escape takes it away.
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { keymap, showTooltip, ViewPlugin } from "@codemirror/view";
import { documentation, signatures } from "./assist_docs.js";
import { service } from "./assist_service.js";

const SOON_MS = 120;

const put = StateEffect.define();
const peek = StateField.define({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(put)) return effect.value;
    if (!shown) return null;
    if (transaction.docChanged) return shown.follows ? { ...shown, pos: transaction.changes.mapPos(shown.pos) } : null;
    return shown.follows || !transaction.selection ? shown : null;
  },
  provide: (field) => showTooltip.from(field),
});

const tooltip = (pos, follows, draw) => ({ pos, above: true, follows, create: () => ({ dom: draw() }) });
const shownBy = (view) => view.state.field(peek);

class Signature {
  constructor(view) { this.view = view; }

  update(update) {
    const typed = update.docChanged && update.transactions.some((one) => one.isUserEvent("input.type") || one.isUserEvent("delete"));
    if (typed && (shownBy(this.view)?.follows || opens(update))) this.soon();
    else if (update.docChanged && shownBy(this.view)?.follows) this.soon();
    else if (update.selectionSet && shownBy(this.view)?.follows) this.soon();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), SOON_MS);
  }

  async look() {
    const { state } = this.view;
    this.stop?.abort();
    this.stop = new AbortController();
    const position = state.selection.main.head;
    const found = await service.ask("signature", state, position, this.stop.signal);
    if (this.gone || moved(this.view, state)) return;
    if (found) this.view.dispatch({ effects: put.of(tooltip(position, true, () => signatures(found))) });
    else if (shownBy(this.view)?.follows) this.view.dispatch({ effects: put.of(null) });
  }

  destroy() {
    this.gone = true;
    clearTimeout(this.timer);
    this.stop?.abort();
  }
}

// Whether the answer to a question about *state* comes too late.
const moved = (view, state) => view.state.selection.main.head !== state.selection.main.head || !view.state.doc.eq(state.doc);

// Whether what was typed begins a call or its next argument.
function opens(update) {
  let found = false;
  update.changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => { found ||= /[(,]/.test(inserted.toString()); });
  return found;
}

async function explain(view) {
  const { state } = view;
  const position = state.selection.main.head;
  const found = await service.ask("hover", state, position);
  if (found && !moved(view, state)) view.dispatch({ effects: put.of(tooltip(position, false, () => documentation(found))) });
}

export const peeking = [
  peek,
  ViewPlugin.fromClass(Signature),
  Prec.highest(keymap.of([
    { key: "F1", run: (view) => service.ready && (explain(view), true) },
    // Whatever else Escape closes, it closes that too.
    { key: "Escape", run: (view) => (shownBy(view) && view.dispatch({ effects: put.of(null) }), false) },
  ])),
];
