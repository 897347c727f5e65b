// What is known of a name, drawn: everything is text, whatever the documentation holds.
function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

export function documentation(found) {
  const box = element("div", "cm-doc");
  box.tabIndex = 0; // it scrolls
  const head = element("p", "cm-doc-title");
  head.append(element("code", "", found.title));
  if (found.kind && found.kind !== "variable") head.append(" ", element("span", "cm-doc-kind", found.kind));
  box.append(head);
  for (const signature of found.signatures) box.append(element("code", "cm-doc-signature", signature));
  if (found.doc) box.append(element("div", "cm-doc-text", found.doc));
  return box;
}

// The call that is being written, its current parameter in bold.
export function signatures(found) {
  const box = element("div", "cm-doc cm-signature");
  box.tabIndex = 0;
  for (const one of found.signatures) {
    const line = element("code", "cm-doc-signature");
    line.append(`${one.name}(`);
    one.params.forEach((param, index) => {
      if (index) line.append(", ");
      line.append(index === one.active ? element("b", "cm-param", param.label) : param.label);
    });
    line.append(")");
    box.append(line);
  }
  const active = found.signatures.map((one) => one.params[one.active]).find((param) => param && param.full !== param.label);
  if (active) box.append(element("div", "cm-doc-param", active.full));
  if (found.doc) box.append(element("div", "cm-doc-text", found.doc));
  return box;
}
