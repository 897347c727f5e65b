// One step at a time: what its statement changed, and everything else as it was before.
export function time(part, sid) {
  const steps = [...part.querySelectorAll("[data-step]")];
  const bar = part.querySelector("[data-time-bar]");
  const stage = part.querySelector("[data-time-stage]");
  if (!steps.length || !bar || !stage) return;
  const slider = bar.querySelector("[data-time-slider]");
  const moves = [...bar.querySelectorAll("[data-move]")];
  const names = [];
  for (const row of part.querySelectorAll("[data-name]")) if (!names.includes(row.dataset.name)) names.push(row.dataset.name);

  const rowOf = (step, name) => [...steps[step].querySelectorAll("[data-name]")].find((row) => row.dataset.name === name);
  const before = (step, name) => {
    for (let earlier = step - 1; earlier >= 0; earlier -= 1) {
      const row = rowOf(earlier, name);
      if (row) return row.dataset.change === "gone" ? null : still(row);
    }
    return null;
  };
  const still = (row) => {
    const copy = row.cloneNode(true);
    copy.className = "still";
    delete copy.dataset.change;
    for (const cell of copy.querySelectorAll(".changed")) cell.classList.remove("changed");
    copy.querySelector(".was")?.remove();
    const what = copy.querySelector(".time-what");
    if (what) what.textContent = what.dataset.still;
    return copy;
  };
  // The letters of one step name its own groups of memory; only those that several names share are coloured.
  const colour = (table) => {
    const letters = [...table.querySelectorAll("[data-letter]")];
    const count = (letter) => letters.filter((other) => other.dataset.letter === letter).length;
    for (const mark of letters) {
      const letter = mark.dataset.letter;
      if (count(letter) > 1) mark.classList.add("shared", `st-${letter.slice(-1)}`);
    }
  };

  function show(number) {
    const step = steps[number - 1];
    const copy = step.cloneNode(true);
    const body = copy.querySelector("tbody");
    const rows = names.map((name) => rowOf(number - 1, name)?.cloneNode(true) ?? before(number - 1, name)).filter(Boolean);
    const nothing = body.querySelector("[data-nothing]");
    body.replaceChildren(...(nothing && !rows.length ? [nothing] : rows));
    colour(copy);
    stage.replaceChildren(...copy.childNodes);
    slider.value = number;
    slider.setAttribute("aria-valuetext", step.dataset.say);
    for (const move of moves) move.disabled = Number(move.dataset.move) < 0 ? number === 1 : number === steps.length;
    mark(step.dataset.line);
  }
  const mark = (line) => {
    for (const other of document.querySelectorAll(`.cl.now[id^="${CSS.escape(sid)}-L"]`)) other.classList.remove("now");
    document.getElementById(`${sid}-L${line}`)?.classList.add("now");
    part.dispatchEvent(new CustomEvent("fieldnotes:step", { bubbles: true, detail: { line } }));
  };

  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const move of moves) {
    move.addEventListener("click", () => show(Math.min(steps.length, Math.max(1, Number(slider.value) + Number(move.dataset.move)))));
  }
  bar.hidden = stage.hidden = false;
  part.querySelector("[data-time-steps]").hidden = true;
  show(Number(part.dataset.first));
  mark(0);
}
