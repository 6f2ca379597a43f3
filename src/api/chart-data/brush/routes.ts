import { PassThrough, type Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import {
  type Context,
  permission,
  RawReply,
  type Route,
  route,
  unaudited,
  withOptions,
} from "../../../server/http/route.ts";
import { type BrushIndexRequest, postBrushIndex } from "../brush-contract.ts";
import { unsentAnswers } from "../run/answer-sizes.ts";
import { brushIndexesOf } from "./brush-indexes.ts";

/** 20 kB for each chart of a large dashboard. */
const MAX_BODY_BYTES = 1_000_000;

const brushIndex = withOptions(
  route(
    postBrushIndex,
    unaudited(permission("can_read", "Chart"), "shows rows; only downloads are recorded"),
    async (ctx, { body }) => {
      const { body: stream, encoding } = streamIndexes(ctx, body);
      return new RawReply(stream, {
        "content-type": "application/octet-stream",
        ...(encoding ? { "content-encoding": encoding, vary: "accept-encoding" } : {}),
      });
    },
  ),
  { bodyLimit: MAX_BODY_BYTES },
);

function streamIndexes(ctx: Context, request: BrushIndexRequest) {
  const { app, user, signal } = ctx;
  const encoding = /\bgzip\b/.test(ctx.request.headers["accept-encoding"] ?? "") ? ("gzip" as const) : undefined;
  const body: Readable & NodeJS.WritableStream = encoding
    ? createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH })
    : new PassThrough();
  const hold = unsentAnswers(ctx);
  const send = async (part: Buffer, until: AbortSignal) => {
    if (signal.aborted) return;
    const release = hold(part.length);
    const written = new Promise<void>((resolve) => body.write(part, () => resolve(release())));
    if (!until.aborted) await doneOr(until, written);
  };
  const sent = brushIndexesOf(app).send(user, { ...request, signal }, send);
  void sent.then(() => body.end());
  return { body, encoding };
}

function doneOr(signal: AbortSignal, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve();
    signal.addEventListener("abort", stop, { once: true });
    void work.then(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
  });
}

export const BRUSH_ROUTES: readonly Route[] = [brushIndex];
