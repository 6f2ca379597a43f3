import { rmSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { utf8File } from "./encoding.ts";
import { FileProblem } from "./file-problem.ts";
import { type PreparedText, prepareText, type TextSettings } from "./prepare-text.ts";
import { FileWindow } from "./text-window.ts";

export interface TextTask {
  file: string;
  settings: TextSettings;
  /** Where the text for the engine is written. */
  path: string;
  language: Language;
}

export type ThreadAnswer<Result> = { result: Result } | { problem: string; field: string | undefined };

function prepare({ file, settings, path }: TextTask): PreparedText {
  const text = utf8File(file, `${path}.utf8`, settings.encoding);
  const window = new FileWindow(text.path, text.start);
  try {
    return { ...prepareText(window, settings, path), encoding: text.encoding };
  } finally {
    window.close();
    // The engine reads what is written, so that three copies aren't on disk at once.
    rmSync(text.path, { force: true });
  }
}

const task = workerData as TextTask;
let answer: ThreadAnswer<PreparedText>;
try {
  answer = { result: inLocale({ language: task.language }, () => prepare(task)) };
} catch (error) {
  if (!(error instanceof FileProblem)) throw error;
  answer = { problem: error.message, field: error.field };
}
parentPort?.postMessage(answer);
