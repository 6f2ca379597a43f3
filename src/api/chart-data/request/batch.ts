import { PassThrough, type Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import { arrivalMs, type Context } from "../../../server/http/route.ts";
import { enqueue } from "../async/async-query.ts";
import type { ChartDataBatchRequest } from "../contract.ts";
import { type AnswerBody, bytesOf, chartDataOf, failureOf } from "../run/answer.ts";
import { unsentAnswers } from "../run/answer-sizes.ts";
import { serverTimingOf } from "../run/answer-timing.ts";

export function streamBatch(
  ctx: Context,
  { requests, timing: isTimed = false }: ChartDataBatchRequest,
): { body: Readable; encoding: "gzip" | undefined } {
  const { app, user, signal } = ctx;
  const fromMs = arrivalMs(ctx);
  const encoding = /\bgzip\b/.test(ctx.request.headers["accept-encoding"] ?? "") ? ("gzip" as const) : undefined;
  const body = encoding ? createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
  const send = (line: string) => void (signal.aborted || body.write(`${line}\n`));
  const hold = unsentAnswers(ctx);
  const sendAnswer = async (key: string, answer: AnswerBody) => {
    const bytes = await bytesOf(answer);
    if (signal.aborted) return;
    const release = hold(bytes.length);
    body.write(`{"key":${JSON.stringify(key)},"status":200,"body":`);
    body.write(bytes);
    const { timing } = answer;
    if (isTimed && timing) {
      body.write(`,"timing":${JSON.stringify(serverTimingOf(timing, { fromMs, toMs: performance.now() }))}`);
    }
    body.write("}\n", release);
  };
  const fail = (key: string, error: unknown) => {
    if (!signal.aborted) send(JSON.stringify({ key, ...failureOf(app, error) }));
  };

  async function answerAll(): Promise<void> {
    const jobs = await Promise.allSettled(requests.map(({ context }) => enqueue(ctx, context)));
    const now = requests.filter((_, i) => jobs[i]?.status === "fulfilled" && jobs[i].value === undefined);
    const started = requests.map(async ({ key }, i) => {
      const job = jobs[i];
      if (job?.status === "rejected") fail(key, job.reason);
      else if (job?.value && "kind" in job.value) await sendAnswer(key, job.value);
      else if (job?.value) send(JSON.stringify({ key, status: 202, body: job.value }));
    });
    const answers = chartDataOf(app).answerBatch(
      user,
      now.map(({ context }) => ({ context, signal })),
    );
    const answered = answers.map((answer, i) => {
      const { key } = now[i] as (typeof now)[number];
      return answer.then((body) => sendAnswer(key, body)).catch((error) => fail(key, error));
    });
    await Promise.all([...started, ...answered]);
  }

  void answerAll().then(() => body.end());
  return { body, encoding };
}
