// A run's outputs under their lines in the editor. The server streams them into the card's sheet, which is hidden while
// its code is edited; its slots are lent to the editor and come back when a line scrolls out of sight, so that each is
// in the page, once, for the stream to find.
import { ChangeSet, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker, WidgetType } from "@codemirror/view";

const show = StateEffect.define();
const MARKS = ["open", "pass", "fail"];

class Output extends WidgetType {
  constructor(slot, home) {
    super();
    this.slot = slot;
    this.home = home;
    this.height = -1;
  }

  eq(other) {
    return other.slot === this.slot;
  }

  toDOM(view) {
    const box = document.createElement("div");
    box.className = "cm-output";
    box.append(this.slot);
    box.grown = new ResizeObserver(() => {
      this.height = box.offsetHeight;
      view.requestMeasure();
    });
    box.grown.observe(box);
    return box;
  }

  destroy(box) {
    box.grown.disconnect();
    if (box.contains(this.slot)) this.home.take(this.slot);
  }

  get estimatedHeight() {
    return this.height;
  }

  ignoreEvent() {
    return true;
  }
}

class Mark extends GutterMarker {
  constructor(kind, label) {
    super();
    this.kind = kind;
    this.label = label;
  }

  eq(other) {
    return other.kind === this.kind;
  }

  toDOM() {
    const mark = document.createElement("i");
    mark.className = `cm-mark m-${this.kind}`;
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", this.label);
    return mark;
  }
}

const NOTHING = { outputs: Decoration.none, marks: RangeSet.empty, bad: Decoration.none, now: Decoration.none };
const field = StateField.define({
  create: () => NOTHING,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    if (!transaction.docChanged) return value;
    const { changes } = transaction;
    return Object.fromEntries(Object.entries(value).map(([name, set]) => [name, set.map(changes)]));
  },
  provide: (self) => [
    EditorView.decorations.from(self, (value) => value.outputs),
    EditorView.decorations.from(self, (value) => value.bad),
    EditorView.decorations.from(self, (value) => value.now),
    gutter({ class: "cm-marks", markers: (view) => view.state.field(self).marks, initialSpacer: () => new Mark("open", "") }),
  ],
});

export function outputs(card, sheet, handle) {
  const stale = card.querySelector("[data-stale]");
  const form = card.querySelector("form.run-form");
  let places = []; // slots, and the last line of the code that each belongs to
  let widgets = new Map();
  let first = null; // of the sheet's children: another one is another run's
  let run = null; // what the sheet is of: the text, and what was changed since
  let asked = null; // the same of the run that Run was pressed for, until the sheet is of it
  const home = { take: (slot) => { if (widgets.has(slot)) sheet.append(slot); } };

  function survey() {
    if (sheet.firstElementChild === first) return;
    for (const slot of widgets.keys()) if (!sheet.contains(slot)) slot.remove();
    first = sheet.firstElementChild;
    places = [];
    let line = 0;
    for (const child of sheet.children) {
      if (child.matches(".slot")) places.push({ slot: child, line });
      else line += child.querySelectorAll(".cl").length;
    }
    widgets = new Map(places.map(({ slot }) => [slot, new Output(slot, home)]));
    if (first) run = asked ?? { doc: handle.view.state.doc, since: ChangeSet.empty(handle.view.state.doc.length) };
  }

  function sync() {
    const { view } = handle;
    survey();
    if (!run) return;
    const now = (position) => view.state.doc.lineAt(run.since.mapPos(position, 1));
    const then = (line) => run.doc.line(Math.min(Math.max(line, 1), run.doc.lines));
    const from = (line) => now(then(line).from).from;
    const end = (line) => now(then(line).to).to;
    const shown = places.filter(({ slot }) => slot.childElementCount);
    const lines = [...sheet.querySelectorAll(".cl")].map((line) => [line, Number(line.dataset.n)]);
    const marks = lines.flatMap(([line, number]) => {
      const mark = line.querySelector(".mark[role]");
      const kind = mark && MARKS.find((one) => mark.classList.contains(`m-${one}`));
      return kind ? [new Mark(kind, mark.getAttribute("aria-label")).range(from(number))] : [];
    });
    const having = (name) => lines.filter(([line]) => line.classList.contains(name)).map(([, number]) => from(number));
    const drawn = (name) => Decoration.set(having(name).map((position) => Decoration.line({ class: `cm-${name}` }).range(position)), true);
    view.dispatch({
      effects: show.of({
        outputs: Decoration.set(shown.map(({ slot, line }) => Decoration.widget({ widget: widgets.get(slot), block: true, side: 1 }).range(end(line))), true),
        marks: RangeSet.of(marks, true),
        bad: drawn("bad"),
        now: drawn("now"), // the line that a reader has stepped to, looking inside
      }),
    });
  }

  function changed() {
    const other = Boolean(run) && places.some(({ slot }) => slot.childElementCount) && !handle.view.state.doc.eq(run.doc);
    card.classList.toggle("stale", other);
    stale.hidden = !other;
  }

  // The failing line, said where the cursor comes: what was raised, at its line.
  function ended() {
    const ending = card.querySelector(".foot .ending[class*='e-']");
    const status = ending?.className.match(/\be-(\w+)/)?.[1] ?? "";
    const error = [...card.querySelectorAll(".out.error .error-head")].at(-1);
    const said = error && [...error.children].map((one) => one.textContent).join(": ");
    const remarks = [];
    handle.view.state.field(field).bad.between(0, handle.view.state.doc.length, (position) => {
      const line = handle.view.state.doc.lineAt(position);
      const indent = line.text.length - line.text.trimStart().length;
      remarks.push({ from: line.from + indent, to: line.to, severity: "error", message: said || status, source: "run" });
    });
    handle.setDiagnostics(remarks, "run");
    card.dispatchEvent(new CustomEvent("fieldnotes:run-done", { bubbles: true, detail: { status, error: said ?? null } }));
  }

  const observer = new MutationObserver(() => { sync(); changed(); });
  form.addEventListener("htmx:before:request", (event) => {
    if (event.target !== form) return;
    asked = { doc: handle.view.state.doc, since: ChangeSet.empty(handle.view.state.doc.length) };
    handle.setDiagnostics([], "run");
  });
  form.addEventListener("htmx:finally:request", (event) => {
    if (event.target !== form) return;
    sync();
    asked = null;
    changed();
    ended();
  });

  return {
    extension: [
      field,
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        for (const one of new Set([run, asked])) if (one) one.since = one.since.compose(update.changes);
      }),
    ],
    begin() {
      sync();
      card.addEventListener("fieldnotes:step", sync);
      observer.observe(sheet, { childList: true, subtree: true });
    },
    changed,
  };
}
