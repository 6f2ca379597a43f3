import { parseExact } from "../../model/json-text.ts";
import type { ChartDataResponse } from "../../model/query-context.ts";
import { lazy } from "../../ui/lazy.ts";

const ARROW_ROWS = lazy(() => import("./arrow-rows.ts"));
const NEWLINE = 10;

/** JSON, and Arrow streams after a newline: see `WITH_ARROW`. */
export async function readBody(
  sent: Uint8Array<ArrayBuffer>,
  { isLossless, encoding }: { isLossless: boolean; encoding?: "gzip" | undefined },
): Promise<unknown> {
  const bytes = encoding ? await decompressed(sent, encoding) : sent;
  const end = bytes.indexOf(NEWLINE);
  const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  const body = isLossless ? parseExact(text) : JSON.parse(text);
  if (end < 0) return body;
  const { addArrowRows } = await ARROW_ROWS.load();
  await addArrowRows((body as ChartDataResponse).result, bytes.subarray(end + 1), { isLossless });
  return body;
}

async function decompressed(bytes: Uint8Array<ArrayBuffer>, encoding: "gzip"): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(encoding));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
