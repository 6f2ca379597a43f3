import { htmlText } from "../../server/delivery/letter.ts";

/** More rows are for a file, not for reading. */
const MOST_ROWS = 1000;
const CELL = "border:1px solid #d9d9d9;padding:4px 8px";

/** The rows of a CSV file as our own writer makes it, the header first. */
export function rowsOfCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const text = csv.replace(/^\ufeff/, "");
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) break;
    const [, quoted, plain = "", end = ""] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== "," && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

/** The same to be read in a mail. */
export function tableHtml([header = [], ...rows]: readonly string[][]): string {
  const cells = (tag: "th" | "td", row: readonly string[]) =>
    row.map((text) => `<${tag} style="${CELL};text-align:${alignOf(text)}">${htmlText(text)}</${tag}>`).join("");
  const shown = rows.slice(0, MOST_ROWS);
  const body = shown.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  const note = rows.length > shown.length ? `<p>${moreText(rows.length)}</p>` : "";
  return `<table style="border-collapse:collapse"><thead><tr>${cells("th", header)}</tr></thead><tbody>${body}</tbody></table>${note}`;
}

/** The same as plain text. */
export function tableText([header = [], ...rows]: readonly string[][]): string {
  const lines = [header, ...rows.slice(0, MOST_ROWS)].map((row) => row.join("\t"));
  return [...lines, ...(rows.length > MOST_ROWS ? [moreText(rows.length)] : [])].join("\n");
}

const moreText = (rows: number) => `These are the first ${MOST_ROWS} of ${rows} rows.`;

const alignOf = (text: string) => (/^-?[\d.,]+%?$/.test(text) ? "right" : "left");
