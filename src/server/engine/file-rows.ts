import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import { ByteWriter } from "../sheet/byte-writer.ts";
import { type Deflation, deflatePiece } from "../sheet/deflate.ts";
import { type RowFormat, RowWriter } from "../sheet/row-writer.ts";
import { assertFits, type ColumnsBuilder, columnsBuilder } from "./columns.ts";
import { read, type Statement } from "./reading.ts";
import { rawVector, readRuns } from "./vectors.ts";

export interface FileRows extends Statement {
  format: RowFormat;
  isFormatted: boolean;
}

export interface FileSink {
  /** `bytes` must stay unchanged until `onSent`. Compressed for workbooks. */
  onPart(part: { rows: number; deflation?: Deflation }, bytes: Buffer, onSent?: () => void): void;
  onReady(): Promise<void>;
}

const ROWS_BYTES = 400_000;

/** Stops when the rows aren't wanted any more. Parts of a workbook are compressed while the next one is written. */
export async function sendRows(connection: DuckDBConnection, request: FileRows, sink: FileSink): Promise<void> {
  const { format, isFormatted, isUnwanted } = request;
  const { result, chunks } = await read(connection, request);
  const writer = isFormatted ? new FormattedRows() : new ColumnRows(format, result);
  let rows = 0;
  let sent = Promise.resolve();
  const flush = async () => {
    const part = { rows };
    rows = 0;
    const whole = writer.detach();
    if (format === "csv") {
      sink.onPart(part, whole, () => writer.release(whole));
      return;
    }
    const piece = deflatePiece(whole);
    await sent;
    sent = piece.then(({ bytes, deflation }) => {
      writer.release(whole);
      sink.onPart({ ...part, deflation }, bytes);
    });
  };
  for await (const chunk of chunks) {
    writer.add(chunk);
    rows += chunk.rowCount;
    if (writer.length < ROWS_BYTES) continue;
    await flush();
    await sink.onReady();
    if (isUnwanted()) return;
  }
  if (rows > 0) await flush();
  await sent;
}

class ColumnRows extends RowWriter {
  readonly #builder: ColumnsBuilder;

  constructor(format: RowFormat, result: DuckDBResult) {
    super(format);
    this.#builder = columnsBuilder(result);
  }

  add(chunk: DuckDBDataChunk): void {
    this.#builder.append(chunk);
    const { columns, rows } = this.#builder.take();
    this.write(columns, 0, rows);
  }
}

class FormattedRows extends ByteWriter {
  add(chunk: DuckDBDataChunk): void {
    readRuns(rawVector(chunk, 0, 16), (run) => {
      assertFits(this.length + run.length);
      this.append(run);
    });
  }
}
