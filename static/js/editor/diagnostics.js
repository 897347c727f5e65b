// Remarks on lines, from several sources at once: what a linter says, and where the last run failed.
import { lintGutter, setDiagnostics } from "@codemirror/lint";

export function diagnostics(handle) {
  const bySource = new Map();
  return {
    extension: [lintGutter()],
    set(source, list) {
      const before = bySource.get(source) ?? [];
      if (!before.length && !list.length) return;
      bySource.set(source, list);
      const length = handle.view.state.doc.length;
      const all = [...bySource.values()].flat().filter((one) => one.to <= length);
      handle.view.dispatch(setDiagnostics(handle.view.state, all));
    },
  };
}
