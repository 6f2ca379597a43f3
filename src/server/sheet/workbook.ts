import { xmlText } from "./cell-text.ts";
import type { Piece } from "./deflated.ts";
import type { ZipEntry } from "./zip.ts";

/**
 * A workbook (.xlsx) around the rows of a table, made while it is sent. Texts are written into their cells, so nothing
 * has to be known beforehand or kept. Where a sheet is full the next one goes on, with the header again.
 */
export interface WorkbookTable {
  /** The header row, as bytes of `RowWriter`. */
  header: Buffer;
  /** Whole rows, as bytes of `RowWriter`, with their number. */
  parts: AsyncIterable<Piece & { rows: number }>;
  /** Asked at the end: what must be said about the rows, on a sheet of its own. */
  note(): string | null;
}

/** Rows of a sheet beside its header: Excel's limit. A part is never split, so that a sheet may hold fewer. */
export const MAX_SHEET_ROWS = 1_048_575;
/** Zip entries may have 4 GB. */
const MAX_SHEET_BYTES = 3_500_000_000;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET_OPEN = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const SHEET_CLOSE = "</sheetData></worksheet>";

export async function* workbookEntries(table: WorkbookTable): AsyncGenerator<ZipEntry> {
  const parts = table.parts[Symbol.asyncIterator]();
  const names: string[] = [];
  let next = await parts.next();
  do {
    names.push(`Sheet${names.length + 1}`);
    yield {
      name: `xl/worksheets/sheet${names.length}.xml`,
      content: sheet(table.header, async function* () {
        let rows = 0;
        let bytes = 0;
        while (!next.done && rows + next.value.rows <= MAX_SHEET_ROWS && bytes < MAX_SHEET_BYTES) {
          rows += next.value.rows;
          bytes += next.value.deflation?.size ?? next.value.bytes.length;
          yield next.value;
          next = await parts.next();
        }
      }),
    };
  } while (!next.done);
  const note = table.note();
  if (note !== null) {
    names.push("Note");
    const row = `<row><c t="inlineStr"><is><t>${xmlText(note)}</t></is></c></row>`;
    yield entry(
      `xl/worksheets/sheet${names.length}.xml`,
      `${XML}<worksheet xmlns="${MAIN}"><sheetData>${row}${SHEET_CLOSE}`,
    );
  }
  yield* frame(names);
}

async function* sheet(header: Buffer, rows: () => AsyncGenerator<Piece>): AsyncGenerator<Piece | Buffer> {
  yield Buffer.from(SHEET_OPEN);
  yield header;
  yield* rows();
  yield Buffer.from(SHEET_CLOSE);
}

/** What makes the sheets a workbook. Cell formats: 0 as it is, 1 dates, 2 dates with the time. */
function* frame(names: readonly string[]): Generator<ZipEntry> {
  const each = (write: (name: string, number: number) => string) => names.map((name, i) => write(name, i + 1)).join("");
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  yield entry(
    "xl/workbook.xml",
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  );
  yield entry(
    "xl/_rels/workbook.xml.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield entry(
    "xl/styles.xml",
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  );
  yield entry(
    "_rels/.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield entry(
    "[Content_Types].xml",
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("workbook", "sheet.main")}${part("styles", "styles")}${each((_, n) => part(`worksheets/sheet${n}`, "worksheet"))}</Types>`,
  );
}

const entry = (name: string, text: string): ZipEntry => ({ name, content: [Buffer.from(text)] });
