/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe (and escapes `|`). Plain negative numbers
 * are unchanged.
 */
export function escapeFormula(text: string): string {
  if (!/^(?:\s*"){0,2}\s*[=+\-@|%]/.test(text) || /^-?\d+(\.\d+)?$/.test(text)) return text;
  return `'${text.replaceAll("|", "\\|")}`;
}

export function csvCell(text: string): string {
  const cell = escapeFormula(text);
  return cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const MAX_CELL_CHARACTERS = 32_767;

export function xmlCell(text: string): string {
  const cell = escapeFormula(text);
  return xmlText(cell.length > MAX_CELL_CHARACTERS ? `${cell.slice(0, MAX_CELL_CHARACTERS - 1)}…` : cell);
}

const XML_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Workbooks write control characters, which XML doesn't allow, and text that looks like this escape as `_xHHHH_`. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => XML_ENTITIES[character] ?? character)
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, "_x005F_")
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, "0")}_`,
    );
}
