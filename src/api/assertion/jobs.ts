import { randomUUID } from "node:crypto";
import type { AssertionTrigger } from "../../model/assertion.ts";
import type { App } from "../../server/app.ts";
import { type JobKind, jobQueue } from "../../server/jobs/jobs.ts";
import { runCheck } from "./check.ts";
import { assertionsByIds } from "./store.ts";

const ASSERTION_JOBS = "assertion";

interface CheckJob {
  assertionId: number;
  trigger: AssertionTrigger;
  job: string;
  person: string;
}

export const assertionJob: JobKind = {
  name: ASSERTION_JOBS,
  perUser: 2,
  idOf: (data) => (data as CheckJob).job,
  userOf: (data) => (data as CheckJob).person,
  run: async (app, data, signal) => {
    const { assertionId, trigger } = data as CheckJob;
    const [row] = await assertionsByIds(app.db, [assertionId]);
    if (row) await runCheck(app, row, { trigger, signal });
  },
  failed: async (app, data, error) => {
    app.log.error("an assertion wasn't checked", { assertion: (data as CheckJob).assertionId, error });
  },
};

/** After a save, without delaying its answer. */
export async function checkLater(app: App, ids: readonly number[], person: number): Promise<void> {
  for (const assertionId of ids) {
    const job: CheckJob = { assertionId, trigger: "save", job: `save-${randomUUID()}`, person: String(person) };
    await app
      .once(jobQueue)
      .add(ASSERTION_JOBS, job)
      .catch((error: unknown) => app.log.error("an assertion wasn't queued", { assertion: assertionId, error }));
  }
}
