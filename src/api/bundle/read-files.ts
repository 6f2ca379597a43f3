import { currentLocale } from "../../i18n/locale.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, unprocessable } from "../../model/errors.ts";
import { parseYaml } from "../../model/yaml.ts";
import { limitedWorker, watchMemory } from "../../server/threads/limited-worker.ts";
import type { BundleFiles } from "./archive.ts";
import type { ParsedFiles } from "./yaml-thread.ts";

/** Larger files are parsed in a thread, as YAML takes a second or two per megabyte. */
const INLINE_CHARACTERS = 64 * 1024;
const MAX_CHARACTERS = 2 * 1024 * 1024;
const READ_MS = 120_000;
const READ_MB = 1024;

let last: Promise<unknown> = Promise.resolve();

export async function valuesOf(files: BundleFiles): Promise<ReadonlyMap<string, unknown>> {
  const sizes = [...files.values()].map((text) => text.length);
  if (sizes.some((size) => size > MAX_CHARACTERS)) throw unprocessable(t("The file has an entry that is too large"));
  if (sizes.reduce((sum, size) => sum + size, 0) <= INLINE_CHARACTERS)
    return new Map([...files].map(([path, text]) => [path, parseYaml(text, path)]));
  const read = last.then(() => readInThread(files));
  last = read.catch(() => undefined);
  return read;
}

async function readInThread(files: BundleFiles): Promise<ReadonlyMap<string, unknown>> {
  const thread = limitedWorker(new URL("./yaml-thread.ts", import.meta.url), {
    workerData: { files, language: currentLocale().language },
    memoryMb: READ_MB,
  });
  const stopWatching = watchMemory(thread, READ_MB);
  const timer = setTimeout(() => void thread.terminate(), READ_MS);
  try {
    const values = new Map<string, unknown>();
    return await new Promise((resolve, reject) => {
      const stopped = () => reject(unprocessable(t("The file takes too much time or memory to read")));
      const receive = (reply: ParsedFiles) => {
        if (reply.kind === "value") values.set(reply.path, reply.value);
        else if (reply.kind === "done") resolve(values);
        else reject(new TesseraError(reply.status, reply.body));
      };
      thread.on("message", receive).once("error", stopped).once("exit", stopped);
    });
  } finally {
    clearTimeout(timer);
    stopWatching();
    await thread.terminate();
  }
}
