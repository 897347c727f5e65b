// What is copied out of a snippet is the code alone: without line numbers, marks and outputs in between.
document.addEventListener("copy", (event) => {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0);
  const sheet = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(".sheet");
  const inside = sheet(range.commonAncestorContainer);
  const start = range.startContainer.parentElement?.closest(".src, .out");
  if (!inside || start?.closest(".out")) return;
  const part = range.cloneContents();
  for (const other of part.querySelectorAll(".slot, .mark")) other.remove();
  const text = part.textContent;
  if (!text) return;
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();
});
