// Looking inside a run: the slider through time, and the graph that tells what its nodes save.
import { time } from "./time.js";
import { graphs } from "./graphs.js";

export function start(root) {
  for (const inside of root.querySelectorAll("[data-inside]:not([data-ready])")) {
    inside.dataset.ready = "";
    for (const part of inside.querySelectorAll("[data-time]")) time(part, inside.dataset.sid);
    for (const part of inside.querySelectorAll("[data-graphs]")) graphs(part);
  }
}
