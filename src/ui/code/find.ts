import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** Keys with another meaning in our editors. */
const CLAIMED = new Set(["Mod-Shift-l", "Mod-d", "Mod-Alt-g"]);

export const find: Extension = [
  search({ top: true }),
  keymap.of([
    { key: "Mod-h", mac: "Mod-Alt-f", preventDefault: true, scope: "editor search-panel", run: openReplace },
    ...searchKeymap.filter(({ key }) => !CLAIMED.has(key ?? "")),
  ]),
];

function openReplace(view: EditorView): boolean {
  openSearchPanel(view);
  view.dom.querySelector<HTMLInputElement>(".cm-search [name=replace]")?.select();
  return true;
}
