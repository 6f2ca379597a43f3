import type { DuckDBConnection } from "@duckdb/node-api";
import { JsonWriter } from "../sheet/json-writer.ts";
import { assertFits, columnsBuilder } from "./columns.ts";
import { read, type Statement } from "./reading.ts";

interface JsonOptions {
  labels: readonly string[];
  /** Gets rows as they come; the part is used again after `onSent`. */
  onPart(part: Buffer, onSent: () => void): void;
}

/** A part is handed out from this length on. */
const PART_BYTES = 1_000_000;

/** The rows of a statement as JSON: answers their number, the last part of them, and the columns without values. */
export async function jsonOf(connection: DuckDBConnection, statement: Statement, { labels, onPart }: JsonOptions) {
  const { result, chunks } = await read(connection, statement);
  const builder = columnsBuilder(result);
  const writer = new JsonWriter(labels);
  let rows = 0;
  let bytes = 0;
  for await (const chunk of chunks) {
    builder.append(chunk);
    bytes += builder.bytes;
    assertFits(bytes);
    const taken = builder.take();
    writer.write(taken.columns, taken.rows);
    rows += taken.rows;
    if (writer.length < PART_BYTES) continue;
    const part = writer.handOver();
    onPart(part, () => writer.giveBack(part));
  }
  return { columns: builder.take().columns, rows, last: writer.take() };
}
