import { PassThrough, type Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import {
  type Context,
  permission,
  RawReply,
  type Route,
  route,
  unaudited,
  withLargeBody,
} from "../../../server/http/route.ts";
import { type BrushIndexRequest, postBrushIndex } from "../brush-contract.ts";
import { unsentAnswers } from "../run/answer-sizes.ts";
import { brushIndexesOf } from "./brush-indexes.ts";

const brushIndex = withLargeBody(
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
);

function streamIndexes(ctx: Context, { dimensions, targets }: BrushIndexRequest) {
  const { app, user, signal } = ctx;
  const encoding = /\bgzip\b/.test(ctx.request.headers["accept-encoding"] ?? "") ? ("gzip" as const) : undefined;
  const body: Readable & NodeJS.WritableStream = encoding
    ? createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH })
    : new PassThrough();
  const hold = unsentAnswers(ctx);
  const send = (part: Buffer) => {
    if (signal.aborted) return;
    const release = hold(part.length);
    body.write(part, release);
  };
  const indexes = brushIndexesOf(app);
  const sent = targets.map((target) => indexes.each(user, { ...target, dimensions, signal }, send));
  void Promise.allSettled(sent).then(() => body.end());
  return { body, encoding };
}

export const BRUSH_ROUTES: readonly Route[] = [brushIndex];
