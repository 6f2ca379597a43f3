import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const frame = EditorView.theme({
  "&": { color: "var(--tessera-color-text)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--tessera-font-family-code)", lineHeight: "20px" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--tessera-color-text)" },
  ".cm-line": { padding: "0 8px" },
  ".cm-gutters": { border: "0", backgroundColor: "transparent", color: "var(--tessera-color-text-tertiary)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--tessera-color-fill-quaternary)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--tessera-code-selection)",
  },
  ".cm-cursor": { borderLeftColor: "var(--tessera-color-text)" },
  ".cm-placeholder": { color: "var(--tessera-color-text-tertiary)" },
  "&.cm-focused .cm-matchingBracket": {
    outline: "1px solid var(--tessera-color-border)",
    backgroundColor: "transparent",
  },
  ".cm-tooltip": {
    border: "1px solid var(--tessera-raised-border)",
    borderRadius: "4px",
    backgroundColor: "var(--tessera-color-bg-elevated)",
    color: "var(--tessera-color-text)",
    boxShadow: "var(--tessera-box-shadow-secondary)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--tessera-font-family-code)", maxHeight: "200px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    justifyContent: "space-between",
    gap: "16px",
    padding: "2px 8px",
    fontSize: "12px",
    lineHeight: "20px",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--tessera-nav-selected)",
    color: "var(--tessera-color-text)",
  },
  ".cm-completionDetail": {
    marginLeft: "0",
    color: "var(--tessera-color-text-tertiary)",
    fontFamily: "var(--tessera-font-family)",
    fontStyle: "normal",
  },
  ".cm-completionMatchedText": { color: "var(--tessera-color-link)", fontWeight: "600", textDecoration: "none" },
  ".cm-panels": { backgroundColor: "var(--tessera-color-bg-container)", color: "var(--tessera-color-text)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--tessera-color-border-secondary)" },
  ".cm-panel.cm-search": {
    padding: "6px 32px 6px 8px",
    fontFamily: "var(--tessera-font-family)",
    fontSize: "12px",
  },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": {
    margin: "2px 8px 2px 0",
    verticalAlign: "middle",
  },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", fontSize: "12px" },
  ".cm-textfield": {
    width: "220px",
    height: "28px",
    padding: "0 8px",
    border: "1px solid var(--tessera-color-border)",
    borderRadius: "4px",
    backgroundColor: "transparent",
    color: "inherit",
    fontSize: "12px",
  },
  ".cm-button": {
    height: "28px",
    padding: "0 8px",
    border: "1px solid var(--tessera-color-border-secondary)",
    borderRadius: "4px",
    background: "none",
    color: "inherit",
    fontSize: "12px",
    textTransform: "capitalize",
  },
  ".cm-button:hover, .cm-panel.cm-search [name=close]:hover": { backgroundColor: "var(--tessera-color-fill-tertiary)" },
  ".cm-panel.cm-search [name=close]": {
    position: "absolute",
    top: "8px",
    right: "4px",
    width: "24px",
    height: "24px",
    borderRadius: "4px",
    fontSize: "16px",
  },
  ".cm-searchMatch": {
    backgroundColor: "var(--tessera-color-warning-bg)",
    outline: "1px solid var(--tessera-color-warning-border)",
  },
  ".cm-searchMatch-selected": { backgroundColor: "var(--tessera-code-selection)" },
  ".cm-diagnostic": { padding: "4px 8px", borderLeft: "0", fontFamily: "var(--tessera-font-family)", fontSize: "12px" },
});

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--tessera-code-keyword)", fontWeight: "500" },
  { tag: [tags.string, tags.attributeValue], color: "var(--tessera-code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--tessera-code-number)" },
  {
    tag: [tags.function(tags.variableName), tags.typeName, tags.standard(tags.name), tags.propertyName, tags.tagName],
    color: "var(--tessera-code-name)",
  },
  // Quoted names aren't strings.
  { tag: tags.special(tags.string), color: "inherit" },
  { tag: [tags.comment, tags.meta], color: "var(--tessera-code-comment)" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.link, color: "var(--tessera-color-link)" },
]);

export const look = [frame, syntaxHighlighting(colors)];
