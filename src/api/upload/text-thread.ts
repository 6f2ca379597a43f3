import { parentPort, workerData } from "node:worker_threads";
import { FileProblem } from "./file-problem.ts";
import { type PreparedText, prepareText, type TextSettings } from "./prepare-text.ts";

export interface TextTask {
  bytes: Uint8Array;
  settings: TextSettings;
  path: string;
}

export type ThreadAnswer<Result> = { result: Result } | { problem: string };

const { bytes, settings, path } = workerData as TextTask;
let answer: ThreadAnswer<PreparedText>;
try {
  answer = { result: prepareText(bytes, settings, path) };
} catch (error) {
  if (!(error instanceof FileProblem)) throw error;
  answer = { problem: error.message };
}
parentPort?.postMessage(answer);
