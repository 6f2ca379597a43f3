import { columnLabel } from "../../model/adhoc.ts";
import { parseExact, withDigits } from "../../model/json-text.ts";
import type { ChartDataResponse, QueryContext } from "../../model/query-context.ts";
import { lazy } from "../../ui/lazy.ts";
import type { NumberReading } from "./arrow-rows.ts";

const ARROW_ROWS = lazy(() => import("./arrow-rows.ts"));
const NEWLINE = 10;

export function groupNames({ queries }: QueryContext): ReadonlySet<string>[] {
  return queries.map(({ columns, groupby, metrics }) => {
    const groups = metrics?.length ? [...(columns ?? []), ...(groupby ?? [])] : [];
    return new Set(groups.map(columnLabel));
  });
}

/** JSON, and Arrow streams after a newline: see `WITH_ARROW`. */
export async function readBody(
  sent: Uint8Array<ArrayBuffer>,
  { encoding, ...reading }: NumberReading & { encoding?: "gzip" | undefined },
): Promise<unknown> {
  const bytes = encoding ? await decompressed(sent, encoding) : sent;
  const end = bytes.indexOf(NEWLINE);
  const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  const body = reading.isLossless ? parseExact(text) : withExactNames(text, reading.names ?? []);
  if (end < 0) return body;
  const { addArrowRows } = await ARROW_ROWS.load();
  await addArrowRows((body as ChartDataResponse).result, bytes.subarray(end + 1), reading);
  return body;
}

function withExactNames(text: string, names: readonly ReadonlySet<string>[]): unknown {
  const body = JSON.parse(text);
  const exact = names.some(({ size }) => size > 0) ? withDigits(text, body) : body;
  if (exact === body) return body;
  for (const [i, own] of names.entries()) {
    const [rows, exactRows] = [body, exact].map((one) => (one as Partial<ChartDataResponse>).result?.[i]?.data);
    if (!Array.isArray(rows) || !Array.isArray(exactRows)) continue;
    for (const [at, row] of rows.entries())
      for (const name of own) if (Object.hasOwn(row, name)) row[name] = exactRows[at]?.[name] ?? null;
  }
  return body;
}

async function decompressed(bytes: Uint8Array<ArrayBuffer>, encoding: "gzip"): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(encoding));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
