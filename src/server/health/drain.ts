import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import { jobQueue } from "../jobs/jobs.ts";
import { traffic } from "./traffic.ts";

/** Rejects new requests and leaves new jobs to other servers. Resolves when all that run have ended, or after `drainMs`. */
export async function drain(app: App): Promise<void> {
  const idle = Promise.allSettled([app.once(traffic).drain(), app.once(jobQueue).drain()]);
  const late = delay(app.config.drainMs, "late" as const, { ref: false });
  if ((await Promise.race([idle, late])) === "late") {
    app.log.warn("requests or jobs were still running after TESSERA_DRAIN_SECONDS", { ms: app.config.drainMs });
  }
}
