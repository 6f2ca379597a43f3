import { typedError } from "../../../model/errors.ts";
import type { App } from "../../../server/app.ts";
import { type JobEvent, jobEvents, MAX_READ } from "../../../server/jobs/job-events.ts";
import { jobDesk } from "../../../server/jobs/jobs.ts";
import { failureOf } from "../run/answer.ts";

/**
 * Jobs that this server took and that have told nothing yet. A Redis that was started again without what it held knows
 * neither them nor their events: whoever waits for one is told that it is lost. Use it as `app.once(takenJobs)`.
 */
export interface TakenJobs {
  watch(kind: string, event: JobEvent): void;
}

const CHECK_MS = 5000;

export function takenJobs(app: App): TakenJobs {
  const taken = new Map<string, { kind: string; event: JobEvent }>();
  let isChecking = false;
  const check = async () => {
    for (const [id, { kind, event }] of taken) {
      if (await app.once(jobDesk).has(kind, id)) continue;
      if (!(await isTold(app, event))) await tellFailure(app, event, lost());
      taken.delete(id);
    }
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      // What cannot be asked now is asked the next time.
      .catch((error: unknown) => app.log.warn("could not look for lost jobs", { error }))
      .finally(() => {
        isChecking = false;
      });
  }, CHECK_MS).unref();
  app.onClose(() => clearInterval(timer));
  return { watch: (kind, event) => taken.set(event.job_id, { kind, event }) };
}

const lost = () => typedError("ASYNC_WORKERS_ERROR", "The query was lost before it came to its end. Ask again.");

/** Jobs tell how they ended before they leave the queue. */
async function isTold(app: App, { channel_id, job_id }: JobEvent): Promise<boolean> {
  for (let last: string | undefined; ; ) {
    const events = await app.once(jobEvents).read(channel_id, last);
    if (events.some((event) => event.job_id === job_id)) return true;
    if (events.length < MAX_READ) return false;
    last = events.at(-1)?.id;
  }
}

export async function tellFailure(app: App, event: JobEvent, error: unknown): Promise<void> {
  const { body } = failureOf(app, error) as { body: { errors?: unknown[]; message?: unknown } };
  const errors = body.errors ?? [{ message: body.message }];
  await app.once(jobEvents).append({ ...event, status: "error", errors });
}
