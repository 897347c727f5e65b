// The editor's bundle: what edit.js imports when a reader wants to edit. Others find it at window.fieldnotes.editor.
import { open } from "./editor.js";

window.fieldnotes = { ...window.fieldnotes, editor: { open } };
