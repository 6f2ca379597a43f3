import { gunzipSync, gzipSync } from "node:zlib";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { serveTasks } from "../../server/threads/serve-tasks.ts";
import type { LegacyForm } from "./legacy-type.ts";
import { type Layer, layersPayload, type Payload, pickedPayload, shapedPayload } from "./payload.ts";

interface ChartBody {
  kind: "json" | "gzip";
  bytes: Uint8Array;
}

export type PayloadTask = { acceptsGzip: boolean } & (
  | { kind: "shaped"; body: ChartBody; form: LegacyForm }
  | { kind: "picked"; body: ChartBody; fields: readonly string[] }
  | { kind: "layers"; layers: readonly Layer[]; form: LegacyForm }
);

const COMPRESS_FROM_BYTES = 4096;

function payloadOf(task: PayloadTask): Payload {
  switch (task.kind) {
    case "shaped":
      return shapedPayload(textOf(task.body), task.form);
    case "picked":
      return pickedPayload(textOf(task.body), task.fields);
    case "layers":
      return layersPayload(task.layers, task.form);
  }
}

const textOf = ({ kind, bytes }: ChartBody) => Buffer.from(kind === "gzip" ? gunzipSync(bytes) : bytes).toString();

function jsonOf(payload: Payload): Buffer {
  try {
    return Buffer.from(JSON.stringify(payload));
  } catch (cause) {
    // Longer than any string can be.
    if (!(cause instanceof RangeError)) throw cause;
    throw typedError("RESULT_TOO_LARGE_ERROR", t("The chart's data is too large. Request fewer rows or groups."), {
      status: 400,
      cause,
    });
  }
}

serveTasks<PayloadTask>({
  prepare: async () => undefined,
  run: async (task): Promise<Uint8Array> => {
    const json = jsonOf(payloadOf(task));
    return task.acceptsGzip && json.length >= COMPRESS_FROM_BYTES ? gzipSync(json, { level: 1 }) : json;
  },
});
