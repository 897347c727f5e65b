// What more an editor can do: functions from (card, handle) to a CodeMirror extension, in order of precedence.
export const PARTS = [];
