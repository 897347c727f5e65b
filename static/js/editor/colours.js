// The notes' own colours: tokens get the short class names that the server's highlighter gives them.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags as t } from "@lezer/highlight";

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: [t.keyword, t.operatorKeyword, t.controlKeyword, t.definitionKeyword, t.moduleKeyword], class: "k" },
  { tag: [t.bool, t.null, t.self], class: "kc" },
  { tag: [t.function(t.definition(t.variableName)), t.function(t.variableName), t.function(t.propertyName)], class: "nf" },
  { tag: [t.definition(t.className), t.className, t.typeName, t.standard(t.variableName)], class: "nb" },
  { tag: [t.string, t.special(t.string), t.character], class: "s" },
  { tag: t.number, class: "m" },
  { tag: [t.comment, t.lineComment], class: "c1" },
  { tag: [t.operator, t.punctuation, t.bracket, t.separator], class: "o" },
  { tag: t.meta, class: "nd" },
]));

// The rest is in static/css/editor.css: these only take back what CodeMirror would otherwise decide.
export const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
});
