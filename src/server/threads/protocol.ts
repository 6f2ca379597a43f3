import type { TesseraError } from "../../model/errors.ts";

/** Messages between the server and a thread that runs tasks, one at a time. */
export type ThreadRequest =
  | { kind: "task"; id: number; task: unknown }
  /** Answers the thread's question; without an answer it failed, and the task has been rejected already. */
  | { kind: "answer"; question: number; answer?: string };

export type ThreadReply =
  /** What the task needs is loaded: its time limit begins. */
  | { kind: "started"; id: number }
  | { kind: "question"; id: number; question: number; text: string }
  | { kind: "result"; id: number; result: unknown }
  | { kind: "refused"; id: number; status: number; body: TesseraError["body"] }
  | { kind: "failed"; id: number; message: string };
