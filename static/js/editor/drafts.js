// What was typed survives a reload: in this browser, under the key of the card, so that a snippet's page and the
// playground opened with it share one draft in both languages.
const PREFIX = "fieldnotes:draft:";
const OPEN = "fieldnotes:open:";
const MOST = 40;
const LARGEST = 256 * 1024;

export function readDraft(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key))?.code ?? null;
  } catch {
    return null;
  }
}

export function keepDraft(key, code, original) {
  try {
    if (code === original) {
      localStorage.removeItem(PREFIX + key);
      sessionStorage.removeItem(OPEN + key);
      return;
    }
    sessionStorage.setItem(OPEN + key, "1");
    if (code.length <= LARGEST) localStorage.setItem(PREFIX + key, JSON.stringify({ code, at: Date.now() }));
    forgetOldest();
  } catch {
    // No storage, or no room in it: the page works without.
  }
}

function forgetOldest() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length <= MOST) return;
  const age = (key) => JSON.parse(localStorage.getItem(key)).at;
  for (const key of keys.sort((a, b) => age(a) - age(b)).slice(0, keys.length - MOST)) localStorage.removeItem(key);
}
