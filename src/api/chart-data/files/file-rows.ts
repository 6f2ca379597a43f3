import type { ColumnarBatch } from "../../../connectors/connector.ts";
import { t } from "../../../i18n/translate.ts";
import { zonedName } from "../../../i18n/zone.ts";
import { badRequest } from "../../../model/errors.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { displayedColumns } from "../../../query/displayed-columns.ts";
import type { Frame } from "../../../query/frame.ts";
import { isDateType } from "../../../query/query-dataset.ts";
import type { Piece } from "../../../server/sheet/deflate.ts";
import { type CellColumn, type RowFormat, RowWriter } from "../../../server/sheet/row-writer.ts";
import type { DatasetRecord } from "../../dataset/index.ts";
import { checkSql, executeExactly, hasPlainTimes, isPlain, namedFrame, runChecked } from "../run/execute.ts";
import { summaryValues } from "../run/extra-queries.ts";
import { toDatabaseError, writtenIn } from "../run/failure.ts";
import type { PreparedContext, PreparedQuery } from "../run/prepared.ts";
import { statementToRun } from "../run/scan-sharing.ts";

export interface FileTable {
  header: Buffer;
  parts: AsyncIterable<FilePart>;
  readonly rows: number;
  rowLimit: number | null;
}

export interface FilePart extends Piece {
  rows: number;
}

interface Opening {
  prepared: PreparedContext;
  format: RowFormat;
  signal: AbortSignal;
  allowEmpty?: boolean;
}

/** Resolves with the first rows, so that early failures are normal error responses. */
export async function openTable(query: PreparedQuery, opening: Opening): Promise<FileTable> {
  const { compiled } = query;
  const rows = isPlain(query) ? plainTable(compiled, opening) : await wholeTable(query, opening);
  const { labels } = rows;
  const zones = new Map(compiled.items.map((item) => [item.label, item.zone]));
  const parts = query.summary ? withSummary(rows, query.summary, opening) : rows.parts;
  const first = await parts.next();
  if (first.done && !opening.allowEmpty) throw badRequest(t("Empty query result"));
  const names = verbose(opening.prepared.dataset, labels).map((name, i) => {
    const zone = zones.get(labels[i] ?? "");
    return zone === undefined ? name : zonedName(name, zone);
  });
  return countedTable(
    { names, first: first.done ? NO_ROWS : first.value, parts },
    opening.format,
    compiled.query.rowLimit,
  );
}

function countedTable(
  { names, first, parts }: { names: readonly string[]; first: FilePart; parts: AsyncGenerator<FilePart> },
  format: RowFormat,
  rowLimit: number | null,
): FileTable {
  const table = { header: writtenHeader(names, format), parts: counted(first, parts), rows: 0, rowLimit };
  return table;

  async function* counted(begin: FilePart, rest: AsyncGenerator<FilePart>): AsyncGenerator<FilePart> {
    table.rows += begin.rows;
    yield begin;
    for await (const part of rest) {
      table.rows += part.rows;
      yield part;
    }
  }
}

export async function batchesTable(batches: AsyncIterable<ColumnarBatch>, rowLimit: number): Promise<FileTable> {
  let names: string[] = [];
  const parts = async function* (): AsyncGenerator<FilePart> {
    const writer = new RowWriter("csv");
    let left = rowLimit;
    for await (const { columns, rows } of batches) {
      if (names.length === 0) names = columns.map((column) => column.name);
      yield* writtenParts(
        writer,
        columns.map((column) => cellsOf(column, column.type)),
        Math.min(rows, left),
      );
      left -= rows;
      if (left <= 0) return;
    }
  };
  const all = parts();
  const first = await all.next();
  return countedTable({ names, first: first.done ? NO_ROWS : first.value, parts: all }, "csv", rowLimit);
}

const NO_ROWS: FilePart = { bytes: Buffer.alloc(0), rows: 0 };

function writtenHeader(names: readonly string[], format: RowFormat): Buffer {
  const writer = new RowWriter(format);
  const columns = names.map((name): CellColumn => ({ kind: "text", type: "", form: "values", values: [name] }));
  writer.write(columns, 0, 1);
  return Buffer.from(writer.take());
}

function verbose(dataset: DatasetRecord, labels: readonly string[]): string[] {
  const names = new Map(Object.entries(dataset.verbose_map ?? {}));
  return labels.map((label) => names.get(label) ?? label);
}

interface Rows {
  labels: string[];
  parts: AsyncGenerator<FilePart>;
}

function plainTable(compiled: CompiledQuery, { prepared, format, signal }: Opening): Rows {
  const { connection, dataset } = prepared;
  const parts = async function* (): AsyncGenerator<FilePart> {
    try {
      await checkSql(connection, compiled);
      const sql = await statementToRun(connection, compiled, signal);
      if (connection.rows && hasPlainTimes(compiled, dataset)) {
        const { mostRows } = compiled;
        yield* connection.rows(sql, mostRows === null ? { format, signal } : { format, signal, mostRows });
        return;
      }
      const writer = new RowWriter(format);
      for await (const batch of connection.stream(sql, { signal, microseconds: true })) {
        const { columns } = namedFrame(batch, compiled, { offsetHours: dataset.offset ?? 0, microseconds: true });
        const cells = columns.map((column, i) => cellsOf(column, batch.columns[i]?.type));
        yield* writtenParts(writer, cells, batch.rows);
      }
    } catch (error) {
      throw toDatabaseError(error, { ...prepared, written: () => writtenIn(compiled, dataset) });
    }
  };
  return { labels: compiled.items.map((item) => item.label), parts: parts() };
}

async function wholeTable(query: PreparedQuery, { prepared, format, signal }: Opening): Promise<Rows> {
  const { frame } = await executeExactly(query, prepared, signal);
  const own = displayedColumns(frame);
  const shown = query.resultType === "post_processed" ? [...indexColumns(frame), ...own] : own;
  const cells = shown.map(({ column }) => cellsOf(column));
  return {
    labels: shown.map(({ label }) => label),
    parts: (async function* () {
      yield* writtenParts(new RowWriter(format), cells, frame.rows);
    })(),
  };
}

async function* withSummary(
  { labels, parts }: Rows,
  summary: CompiledQuery,
  { prepared, format, signal }: Opening,
): AsyncGenerator<FilePart> {
  let hasRows = false;
  for await (const part of parts) {
    hasRows ||= part.rows > 0;
    yield part;
  }
  if (!hasRows) return;
  const offsetHours = prepared.dataset.offset ?? 0;
  const { columns } = namedFrame(await runChecked(prepared, summary, { signal }), summary, { offsetHours });
  const totals = new Map(summary.items.map(({ label }, i) => [label, columns[i]?.values[0]]));
  const values = summaryValues(prepared.formData, totals);
  const named = labels.findIndex((label) => !values.has(label));
  const writer = new RowWriter(format);
  const cells = labels.map((label, i): CellColumn => {
    if (i === named) return cellsOf({ kind: "text", values: [t("Summary")] });
    const place = summary.items.findIndex((item) => item.label === label);
    return cellsOf({ kind: columns[place]?.kind ?? "numeric", values: [values.get(label) ?? null] });
  });
  writer.write(cells, 0, 1);
  yield { bytes: Buffer.from(writer.take()), rows: 0 };
}

const indexColumns = ({ index }: Frame) => index.map((column) => ({ label: column.path.join(" "), column }));

type Values = Pick<CellColumn & { form: "values" }, "kind" | "values">;

const cellsOf = ({ kind, values }: Values, type = ""): CellColumn => ({
  kind,
  type: isDateType(type) ? "DATE" : type,
  form: "values",
  values,
});

const ROWS_AT_ONCE = 2048;

function* writtenParts(writer: RowWriter, columns: readonly CellColumn[], rows: number): Generator<FilePart> {
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const to = Math.min(rows, from + ROWS_AT_ONCE);
    writer.write(columns, from, to);
    yield { bytes: Buffer.from(writer.take()), rows: to - from };
  }
}
