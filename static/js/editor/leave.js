// Tab indents, and so that nobody is caught: Escape, then Tab, leaves. Escape arms it whatever else it does, such as
// closing a list of completions, and without a time limit; any other key disarms it.
import { EditorView } from "@codemirror/view";

const PASSED_BY = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock"]);

export function leave(card) {
  const hint = card.querySelector("[data-hint]");
  const arm = (view, armed) => {
    view.setTabFocusMode(armed);
    hint?.classList.toggle("armed", armed);
  };
  return EditorView.domEventHandlers({
    keydown(event, view) {
      if (event.key === "Escape") arm(view, true);
      else if (!PASSED_BY.has(event.key)) arm(view, false);
      return false;
    },
    blur: (_event, view) => (arm(view, false), false),
    mousedown: (_event, view) => (arm(view, false), false),
  });
}
