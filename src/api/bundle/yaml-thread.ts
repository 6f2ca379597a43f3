import { parentPort, workerData } from "node:worker_threads";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { TesseraError } from "../../model/errors.ts";
import { parseYaml } from "../../model/yaml.ts";

export type ParsedFiles =
  | { kind: "value"; path: string; value: unknown }
  | { kind: "done" }
  | { kind: "refused"; status: number; body: TesseraError["body"] };

function read(files: ReadonlyMap<string, string>): ParsedFiles {
  try {
    for (const [path, text] of files) say({ kind: "value", path, value: parseYaml(text, path) });
    return { kind: "done" };
  } catch (error) {
    if (!(error instanceof TesseraError)) throw error;
    return { kind: "refused", status: error.status, body: error.body };
  }
}

const say = (reply: ParsedFiles) => parentPort?.postMessage(reply);

const { files, language } = workerData as { files: ReadonlyMap<string, string>; language: Language };
say(inLocale({ language }, () => read(files)));
