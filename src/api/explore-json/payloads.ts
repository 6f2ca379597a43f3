import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { encodingsFor } from "../../server/http/answers.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import { openRowsPool } from "../../server/threads/rows-pool.ts";
import type { TaskPool } from "../../server/threads/task-pool.ts";
import type { PayloadTask } from "./payload-thread.ts";

/** First byte of gzip, which no JSON begins with. */
const GZIP_MAGIC = 0x1f;

type Task = PayloadTask extends infer One ? (One extends unknown ? Omit<One, "acceptsGzip"> : never) : never;

/** Sends what a task makes. All that is done to rows is done in a thread: some lines of a form make millions of cells. */
export async function payloadReply(ctx: Context, task: Task): Promise<RawReply> {
  const acceptsGzip = encodingsFor(ctx.request.headers["accept-encoding"]).includes("gzip");
  const made = (await ctx.app.once(openPool).run({ ...task, acceptsGzip }, { size: 0 })) as Uint8Array;
  const { buffer, byteOffset, byteLength } = made;
  return new RawReply(Buffer.from(buffer, byteOffset, byteLength), {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    vary: "accept-encoding",
    ...(made[0] === GZIP_MAGIC ? { "content-encoding": "gzip" } : {}),
  });
}

const openPool = (app: App): TaskPool =>
  openRowsPool(app, {
    entry: new URL("./payload-thread.ts", import.meta.url),
    name: "explore-json",
    idleMs: 60_000,
    tooMuch,
  });

const tooMuch = (what: string) =>
  typedError("BACKEND_TIMEOUT_ERROR", `Preparing the chart's data ${what}. Ask for fewer rows or groups.`, {
    status: 400,
  });
