import { t } from "../../i18n/translate.ts";
import { xmlText } from "../../model/cell-text.ts";
import { SHEET_CLOSE, SHEET_OPEN, TABLE_SHEET_OPEN, workbookFrame } from "../../model/workbook-frame.ts";
import type { Piece } from "./deflate.ts";
import type { ZipEntry } from "./zip.ts";

/**
 * A streamed .xlsx. Texts are written inline, so no shared strings are collected. Full sheets continue on the next one,
 * with the header.
 */
export interface WorkbookTable {
  header: Buffer;
  parts: AsyncIterable<Piece & { rows: number }>;
  /** Called at the end; the note gets its own sheet. */
  note(): string | null;
}

/** Excel's limit without the header. Parts aren't split, so sheets may have fewer rows. */
export const MAX_SHEET_ROWS = 1_048_575;
/** Zip entries are limited to 4 GB. */
const MAX_SHEET_BYTES = 3_500_000_000;

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
    names.push(t("Note"));
    const row = `<row><c t="inlineStr"><is><t>${xmlText(note)}</t></is></c></row>`;
    yield entry(`xl/worksheets/sheet${names.length}.xml`, `${SHEET_OPEN}${row}${SHEET_CLOSE}`);
  }
  for (const [name, text] of workbookFrame(names)) yield entry(name, text);
}

async function* sheet(header: Buffer, rows: () => AsyncGenerator<Piece>): AsyncGenerator<Piece | Buffer> {
  yield Buffer.from(TABLE_SHEET_OPEN);
  yield header;
  yield* rows();
  yield Buffer.from(SHEET_CLOSE);
}

const entry = (name: string, text: string): ZipEntry => ({ name, content: [Buffer.from(text)] });
