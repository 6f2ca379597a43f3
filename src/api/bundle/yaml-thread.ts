import { parentPort, workerData } from "node:worker_threads";
import { TesseraError } from "../../model/errors.ts";
import { parseYaml } from "./yaml.ts";

/** What a thread says of the files it was given: their values, or why one of them has none. */
export type FilesSaid =
  | { kind: "values"; values: ReadonlyMap<string, unknown> }
  | { kind: "refused"; status: number; body: TesseraError["body"] };

function read(files: ReadonlyMap<string, string>): FilesSaid {
  try {
    return { kind: "values", values: new Map([...files].map(([path, text]) => [path, parseYaml(text, path)])) };
  } catch (error) {
    if (!(error instanceof TesseraError)) throw error;
    return { kind: "refused", status: error.status, body: error.body };
  }
}

parentPort?.postMessage(read(workerData));
