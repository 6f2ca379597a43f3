import { parentPort, workerData } from "node:worker_threads";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { FileProblem } from "./file-problem.ts";
import { type PreparedText, prepareText, type TextSettings } from "./prepare-text.ts";

export interface TextTask {
  bytes: Uint8Array;
  settings: TextSettings;
  path: string;
  language: Language;
}

export type ThreadAnswer<Result> = { result: Result } | { problem: string; field: string | undefined };

const { bytes, settings, path, language } = workerData as TextTask;
let answer: ThreadAnswer<PreparedText>;
try {
  answer = { result: inLocale({ language }, () => prepareText(bytes, settings, path)) };
} catch (error) {
  if (!(error instanceof FileProblem)) throw error;
  answer = { problem: error.message, field: error.field };
}
parentPort?.postMessage(answer);
