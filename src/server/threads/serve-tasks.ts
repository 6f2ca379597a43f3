import { parentPort } from "node:worker_threads";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import { badRequest, TesseraError } from "../../model/errors.ts";

type ThreadRequest =
  | { kind: "task"; id: number; task: unknown; language: Language }
  /** Without `answer` the question failed, and the task has already been rejected. */
  | { kind: "answer"; question: number; answer?: string };

export type ThreadReply =
  /** Loading is done, so the task's time limit starts. */
  | { kind: "started"; id: number }
  | { kind: "question"; id: number; question: number; text: string }
  | { kind: "result"; id: number; result: unknown }
  | { kind: "refused"; id: number; status: number; body: TesseraError["body"] }
  | { kind: "failed"; id: number; message: string };

export type Ask = (text: string) => Promise<string>;

interface TaskRunner<Task> {
  /** Loads what the task needs, before its time limit starts. */
  prepare(task: Task): Promise<unknown>;
  run(task: Task, ask: Ask): Promise<unknown>;
}

export function serveTasks<Task>({ prepare, run }: TaskRunner<Task>): void {
  const questions = new Map<number, { resolve(answer: string): void; reject(error: Error): void }>();
  let lastQuestion = 0;
  const reply = (message: ThreadReply) => parentPort?.postMessage(message);

  async function serve(id: number, task: Task): Promise<void> {
    const ask: Ask = (text) => {
      const question = ++lastQuestion;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      questions.set(question, { resolve, reject });
      reply({ kind: "question", id, question, text });
      return promise;
    };
    try {
      await prepare(task);
      reply({ kind: "started", id });
      const result = await run(task, ask);
      parentPort?.postMessage({ kind: "result", id, result } satisfies ThreadReply, transferable(result));
    } catch (error) {
      reply(failureOf(id, error));
    }
  }

  parentPort?.on("message", (request: ThreadRequest) => {
    if (request.kind === "task") {
      const { id, task, language } = request;
      void inLocale({ language }, () => serve(id, task as Task));
    } else {
      const { question, answer } = request;
      const waiting = questions.get(question);
      questions.delete(question);
      if (answer === undefined) waiting?.reject(new Error("The question was not answered"));
      else waiting?.resolve(answer);
    }
  });
}

/** Moves the bytes instead of copying them on the server's main thread. */
function transferable(result: unknown): ArrayBuffer[] {
  if (!(result instanceof Uint8Array)) return [];
  const { buffer, byteLength } = result;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function failureOf(id: number, error: unknown): ThreadReply {
  const known = error instanceof RangeError ? badRequest(t("The text is nested too deeply")) : error;
  if (known instanceof TesseraError) return { kind: "refused", id, status: known.status, body: known.body };
  return { kind: "failed", id, message: known instanceof Error ? (known.stack ?? known.message) : String(known) };
}
