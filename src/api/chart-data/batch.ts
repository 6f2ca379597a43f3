import { PassThrough, type Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Context } from "../../server/http/route.ts";
import { chartDataOf, failureOf, textOf } from "./answer.ts";
import type { ChartDataBatchRequest } from "./contract.ts";
import { startLater } from "./later.ts";

/**
 * Runs all requests at once and streams each answer as a line when it is there. A slow or failed one holds up nobody.
 * When the caller goes away everything that still runs is cancelled.
 */
export function streamBatch(
  ctx: Context,
  { requests }: ChartDataBatchRequest,
): { body: Readable; encoding: "gzip" | undefined } {
  const { app, user, signal } = ctx;
  const encoding = /\bgzip\b/.test(ctx.request.headers["accept-encoding"] ?? "") ? ("gzip" as const) : undefined;
  const body = encoding ? createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
  const data = chartDataOf(app);
  const lines = requests.map(async ({ key, context }) => {
    try {
      const later = await startLater(ctx, context);
      if (later) {
        body.write(`${JSON.stringify({ key, status: 202, body: later })}\n`);
        return;
      }
      const answer = await textOf(await data.answer(user, { context, signal }));
      if (signal.aborted) return;
      body.write(`{"key":${JSON.stringify(key)},"status":200,"body":${answer}}\n`);
    } catch (error) {
      if (signal.aborted) return;
      body.write(`${JSON.stringify({ key, ...failureOf(app, error) })}\n`);
    }
  });
  void Promise.all(lines).then(() => body.end());
  return { body, encoding };
}
