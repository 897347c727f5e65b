// A tensor is chosen, its graph shown; a node that is pointed at or focused tells what it saves for its backward.
export function graphs(part) {
  const figures = [...part.querySelectorAll("[data-graph]")];
  const choice = part.querySelector("[data-graph-choice]");
  const select = choice?.querySelector("select");
  const choose = (chosen) => {
    for (const figure of figures) {
      figure.hidden = figure.dataset.graph !== chosen;
      if (!figure.hidden) centre(figure);
    }
  };
  if (select) {
    choice.hidden = false;
    select.addEventListener("change", () => choose(select.value));
  }
  choose(select?.value ?? "0");
  for (const figure of figures) nodes(figure);
}

// A wide graph begins at the tensor it is of.
function centre(figure) {
  const frame = figure.querySelector(".scroll");
  const root = figure.querySelector(".node rect");
  if (root) frame.scrollLeft = Number(root.getAttribute("x")) + Number(root.getAttribute("width")) / 2 - frame.clientWidth / 2;
}

function nodes(figure) {
  const panel = figure.querySelector("[data-saved]");
  const hint = panel.querySelector("[data-saved-hint]");
  const all = [...figure.querySelectorAll("[data-node]")];
  const show = (node) => {
    for (const other of all) other.classList.toggle("on", other === node);
    for (const edge of figure.querySelectorAll(".edge")) {
      edge.classList.toggle("near", node !== null && [edge.dataset.from, edge.dataset.to].includes(node.dataset.node));
    }
    const told = node && figure.querySelector(`[data-told="${node.dataset.node}"]`);
    panel.replaceChildren(told ? told.cloneNode(true) : hint);
  };
  const focused = () => all.find((node) => node === document.activeElement) ?? null;
  for (const node of all) {
    node.addEventListener("pointerenter", () => show(node));
    node.addEventListener("focus", () => show(node));
  }
  figure.querySelector(".graph-map").addEventListener("pointerleave", () => { if (focused()) show(focused()); });
  panel.hidden = false;
}
