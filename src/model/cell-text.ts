/** How texts are written into the cells of files, for every format. */

/**
 * Text cells that a spreadsheet would take for a formula get a leading apostrophe (and `|` a backslash). A plain
 * negative number stays.
 */
export function defused(text: string): string {
  if (!/^(?:\s*"){0,2}\s*[=+\-@|%]/.test(text) || /^-?\d+(\.\d+)?$/.test(text)) return text;
  return `'${text.replaceAll("|", "\\|")}`;
}

/** The cell of a CSV file. The empty text is `""`, so that it is not taken for a missing value. */
export function csvCell(text: string): string {
  const cell = defused(text);
  return cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What Excel takes in one cell; it calls a file with longer ones broken. */
const MAX_CELL_CHARACTERS = 32_767;

/** The text of a cell of a workbook, as XML. One beyond Excel's limit ends in `…`. */
export function xmlCell(text: string): string {
  const cell = defused(text);
  return xmlText(cell.length > MAX_CELL_CHARACTERS ? `${cell.slice(0, MAX_CELL_CHARACTERS - 1)}…` : cell);
}

const XML_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no way to write most control characters; workbooks write them, and what looks like it, as `_xHHHH_`. */
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
