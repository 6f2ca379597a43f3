import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { t } from "../../i18n/translate.ts";

/** Keys with another meaning in our editors. */
const CLAIMED = new Set(["Mod-Shift-l", "Mod-d", "Mod-Alt-g"]);

export const find: Extension = [
  search({ top: true }),
  EditorState.phrases.of({
    Find: t("Find"),
    Replace: t("Replace"),
    next: t("next"),
    previous: t("previous"),
    all: t("all##matches"),
    "match case": t("match case"),
    regexp: t("regexp"),
    "whole word": t("whole word"),
    replace: t("replace"),
    "replace all": t("replace all"),
    close: t("close"),
    "current match": t("current match"),
    "on line": t("on line"),
    "replaced match on line $": t("replaced match on line $"),
    "replaced $ matches": t("replaced $ matches"),
  }),
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
