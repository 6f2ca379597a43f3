import type { Response } from "playwright-core";
import { WITH_ARROW } from "../model/arrow-rows.ts";
import { readBody } from "../web/chart-view/answer-body.ts";
import { readFrames } from "../web/chart-view/coordinator.ts";

export interface SentAnswer {
  /** Of a batch. */
  key?: string;
  status: number;
  body: unknown;
}

/** Chart data as a page received it, alone or in a batch. */
export async function chartAnswers(response: Response): Promise<SentAnswer[]> {
  const bytes = new Uint8Array(await response.body());
  const status = response.status();
  if (response.headers()["content-type"] !== WITH_ARROW)
    return [{ status, body: JSON.parse(new TextDecoder().decode(bytes)) }];
  if (!new URL(response.url()).pathname.endsWith("/batch"))
    return [{ status, body: await readBody(bytes, { isLossless: false }) }];
  const answers: SentAnswer[] = [];
  for await (const { head, bytes: sent } of readFrames(ofOne(bytes))) {
    const { key, encoding } = head;
    answers.push({ key, status: head.status, body: await readBody(sent, { isLossless: false, encoding }) });
  }
  return answers;
}

async function* ofOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
