// What more an editor can do: functions from (card, handle) to a CodeMirror extension, in order of precedence.
import { assist } from "./assist.js";

export const PARTS = [assist];
