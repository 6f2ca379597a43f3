import { PassThrough, type Readable, type Writable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import { type AnswerHead, WITH_ARROW } from "../../../model/arrow-rows.ts";
import type { ServerTiming } from "../../../model/tile-profile.ts";
import { arrivalMs, type Context } from "../../../server/http/route.ts";
import { enqueue } from "../async/async-query.ts";
import type { ChartDataBatchRequest } from "../contract.ts";
import { type AnswerBody, bytesOf, chartDataOf, compressed, failureOf } from "../run/answer.ts";
import { unsentAnswers } from "../run/answer-sizes.ts";
import { serverTimingOf } from "../run/answer-timing.ts";

interface Batch {
  body: Readable;
  type: string;
  encoding: "gzip" | undefined;
}

export function streamBatch(ctx: Context, { requests, timing: isTimed = false }: ChartDataBatchRequest): Batch {
  const timingOf = isTimed ? timingIn(ctx) : () => undefined;
  if (acceptsArrow(ctx)) {
    const body = new PassThrough();
    void answerAll(ctx, { requests, wire: "arrow" }, frames(ctx, { stream: body, timingOf })).then(() => body.end());
    return { body, type: WITH_ARROW, encoding: undefined };
  }
  const encoding = /\bgzip\b/.test(ctx.request.headers["accept-encoding"] ?? "") ? ("gzip" as const) : undefined;
  const body = encoding ? createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
  void answerAll(ctx, { requests, wire: "json" }, lines(ctx, { stream: body, timingOf })).then(() => body.end());
  return { body, type: "application/x-ndjson; charset=utf-8", encoding };
}

export const acceptsArrow = ({ request }: Pick<Context, "request">) =>
  request.headers.accept?.includes(WITH_ARROW) === true;

type TimingOf = (answer: AnswerBody) => ServerTiming | undefined;

function timingIn(ctx: Context): TimingOf {
  const fromMs = arrivalMs(ctx);
  return ({ timing }) => timing && serverTimingOf(timing, { fromMs, toMs: performance.now() });
}

interface Timed {
  stream: Writable;
  timingOf: TimingOf;
}

interface Sender {
  answer(key: string, answer: AnswerBody): Promise<void>;
  /** JSON of another status. */
  other(key: string, other: { status: number; body: unknown }): void;
}

function lines(ctx: Context, { stream, timingOf }: Timed): Sender {
  const hold = unsentAnswers(ctx);
  return {
    async answer(key, answer) {
      const bytes = await bytesOf(answer);
      if (ctx.signal.aborted) return;
      const release = hold(bytes.length);
      stream.write(`{"key":${JSON.stringify(key)},"status":200,"body":`);
      stream.write(bytes);
      const timing = timingOf(answer);
      if (timing) stream.write(`,"timing":${JSON.stringify(timing)}`);
      stream.write("}\n", release);
    },
    other: (key, other) => void stream.write(`${JSON.stringify({ key, ...other })}\n`),
  };
}

function frames(ctx: Context, { stream, timingOf }: Timed): Sender {
  const hold = unsentAnswers(ctx);
  const send = (head: Omit<AnswerHead, "bytes">, bytes: Buffer, onSent?: () => void) => {
    stream.write(`${JSON.stringify({ ...head, bytes: bytes.length })}\n`);
    stream.write(bytes, onSent);
  };
  return {
    async answer(key, answer) {
      const { kind, bytes } = await compressed(answer);
      if (ctx.signal.aborted) return;
      const encoding = kind === "gzip" ? { encoding: kind } : {};
      const timing = timingOf(answer);
      send({ key, status: 200, ...encoding, ...(timing && { timing }) }, bytes, hold(bytes.length));
    },
    other: (key, { status, body }) => send({ key, status }, Buffer.from(JSON.stringify(body))),
  };
}

type Requested = ChartDataBatchRequest & { wire: "json" | "arrow" };

async function answerAll(ctx: Context, { requests, wire }: Requested, send: Sender): Promise<void> {
  const { app, user, signal } = ctx;
  const fail = (key: string, error: unknown) => {
    if (!signal.aborted) send.other(key, failureOf(app, error));
  };
  const jobs = await Promise.allSettled(requests.map(({ context }) => enqueue(ctx, context)));
  const now = requests.filter((_, i) => jobs[i]?.status === "fulfilled" && jobs[i].value === undefined);
  const started = requests.map(async ({ key }, i) => {
    const job = jobs[i];
    if (job?.status === "rejected") fail(key, job.reason);
    else if (job?.value && "kind" in job.value) await send.answer(key, job.value);
    else if (job?.value && !signal.aborted) send.other(key, { status: 202, body: job.value });
  });
  const answers = chartDataOf(app).answerBatch(
    user,
    now.map(({ context }) => ({ context, signal, wire })),
  );
  const answered = answers.map((answer, i) => {
    const { key } = now[i] as (typeof now)[number];
    return answer.then((body) => send.answer(key, body)).catch((error) => fail(key, error));
  });
  await Promise.all([...started, ...answered]);
}
