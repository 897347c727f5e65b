// The service's side of help while typing: whether it is ready, and one question at a time.
const STATE = "/api/v1/assist/state";
const ASK = "/api/v1/assist";
const AGAIN_MS = 1500;
const TRIES = 80;
const lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

const waiting = new Set();
let watching = false;
let pausedUntil = 0;

export const service = {
  ready: false,

  // Calls *then* as soon as questions are answered, at once where they are.
  onReady(then) {
    if (service.ready) then();
    else waiting.add(then);
  },

  // Asks for it, until it is ready or known not to come.
  async wake() {
    if (service.ready || watching) return;
    watching = true;
    for (let tries = 0; tries < TRIES && !service.ready; tries++) {
      const state = await fetch(STATE).then((answer) => (answer.ok ? answer.json() : { state: "off" }), () => ({ state: "off" }));
      if (state.state === "off") return;
      if (state.ready) {
        service.ready = true;
        for (const then of waiting) then();
        waiting.clear();
      } else await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
    }
    watching = false;
  },

  // The answer, or null: not known, not wanted any more, or the service has other things to do.
  async ask(action, state, position, signal) {
    if (!service.ready || Date.now() < pausedUntil) return null;
    const line = state.doc.lineAt(position);
    const column = [...line.text.slice(0, position - line.from)].length;
    const body = JSON.stringify({ action, code: state.doc.toString(), line: line.number, column, lang });
    try {
      const answer = await fetch(ASK, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
      if (!answer.ok) {
        pausedUntil = Date.now() + 1000 * Number(answer.headers.get("Retry-After") ?? 5);
        return null;
      }
      const { result } = await answer.json();
      return result && action === "complete" ? { ...result, prefix: units(line.text.slice(0, position - line.from), result.prefix) } : result;
    } catch {
      return null;
    }
  },
};

// How many UTF-16 units the last *characters* of *text* are: the service counts characters.
function units(text, characters) {
  return [...text].slice(text ? -characters || Infinity : 0).join("").length;
}
