import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import { ByteWriter } from "../sheet/byte-writer.ts";
import { type Deflation, deflated } from "../sheet/deflated.ts";
import { type RowFormat, RowWriter } from "../sheet/row-writer.ts";
import { assertFits, type ColumnsBuilder, columnsBuilder } from "./columns.ts";
import { read, type Statement } from "./reading.ts";
import { rawVector, readRuns } from "./vectors.ts";

/** The rows of a statement on their way into a file. */
export interface FileRows extends Statement {
  format: RowFormat;
  /** The statement gives rows as they stand in the file, one text each. */
  isWritten: boolean;
}

/** Where they go. */
export interface FileSink {
  /** The bytes must stay as they are until `onSent`. Those of a workbook are compressed. */
  onPart(part: { rows: number; deflation?: Deflation }, bytes: Buffer, onSent?: () => void): void;
  /** Resolves when one more part is wanted. */
  onReady(): Promise<void>;
}

/** Rows are sent from this length on. */
const ROWS_BYTES = 400_000;

/** Sends all rows, unless nobody wants them. One part of a workbook is compressed while the next one is written. */
export async function sendRows(connection: DuckDBConnection, wanted: FileRows, sink: FileSink): Promise<void> {
  const { format, isWritten, isUnwanted } = wanted;
  const { result, chunks } = await read(connection, wanted);
  const writer = isWritten ? new WrittenRows() : new ColumnRows(format, result);
  let rows = 0;
  let sent = Promise.resolve();
  const flush = async () => {
    const part = { rows };
    rows = 0;
    const whole = writer.handOver();
    if (format === "csv") {
      sink.onPart(part, whole, () => writer.giveBack(whole));
      return;
    }
    const piece = deflated(whole);
    await sent;
    sent = piece.then(({ bytes, deflation }) => {
      writer.giveBack(whole);
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

/** Rows written here. */
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

/** Rows that the engine has written. */
class WrittenRows extends ByteWriter {
  add(chunk: DuckDBDataChunk): void {
    readRuns(rawVector(chunk, 0, 16), (run) => {
      assertFits(this.length + run.length);
      this.append(run);
    });
  }
}
