import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import { DeliveryFailure, type SendingOnce } from "../../server/delivery/notification.ts";
import type { Row, Tables } from "../../server/store/tables.ts";

/**
 * A run is stored while a process works on it. The process counts up `beat`; a run whose count stands still is taken
 * over by another process. Only counts are compared, so clocks don't matter. Deliveries of a run are stored too, so that
 * the next process doesn't send them again.
 */

const BEAT_MS = 5000;
/** Time without a beat until a run counts as lost. */
const LOST_MS = 18_000;
/** A run that stops its server each time would otherwise do so forever. */
const MAX_ATTEMPTS = 3;

export interface StoredJob {
  executionId: string;
  /** The last beat of the process that lost the run. */
  takenOverAt?: number;
}

type RunningReport = Row<"running_reports">;

export interface Lease {
  readonly uuid: string;
  readonly owner: string;
  /** Null until the run has begun. */
  readonly begunOn: string | null;
  readonly hasTooManyAttempts: boolean;
  /** Aborts when another process has taken the run over. */
  readonly lost: AbortSignal;
}

interface Leases {
  readonly owner: string;
  holds(uuid: string): boolean;
  hold(row: RunningReport): Lease;
  drop(uuid: string): void;
}

/** Use it as `app.once(leases)`. */
function leases(app: App): Leases {
  const owner = randomUUID();
  const held = new Map<string, AbortController>();
  let timer: NodeJS.Timeout | undefined;
  const beat = async () => {
    const uuids = [...held.keys()];
    const beaten = await app.db
      .updateTable("running_reports")
      .set((set) => ({ beat: set("beat", "+", 1) }))
      .where("owner", "=", owner)
      .where("uuid", "in", uuids)
      .returning("uuid")
      .execute();
    const own = new Set(beaten.map(({ uuid }) => uuid));
    for (const uuid of uuids) if (!own.has(uuid)) held.get(uuid)?.abort();
  };
  const beatAll = () => {
    if (held.size > 0) beat().catch((error) => app.log.warn("could not keep a report run", { error }));
  };
  app.onClose(() => clearInterval(timer));
  return {
    owner,
    holds: (uuid) => held.has(uuid),
    hold: ({ uuid, begun_on, attempts }) => {
      timer ??= setInterval(beatAll, BEAT_MS).unref();
      const controller = new AbortController();
      held.set(uuid, controller);
      return {
        uuid,
        owner,
        begunOn: begun_on,
        hasTooManyAttempts: attempts > MAX_ATTEMPTS,
        lost: controller.signal,
      };
    },
    drop: (uuid) => void held.delete(uuid),
  };
}

interface Work {
  job: StoredJob;
  reportId: number | null;
  /** Claims what the run is for, in the same transaction. A lost claim leaves the run to others. */
  claim(trx: Transaction<Tables>): Promise<boolean>;
}

/** Runs `work` unless another process has the run. The run is over when it has ended. */
export async function whileLeased(app: App, work: Work, run: (lease: Lease) => Promise<void>): Promise<void> {
  const row = await (work.job.takenOverAt === undefined ? begun(app, work) : takenOver(app, work.job));
  if (!row) return;
  const all = app.once(leases);
  const lease = all.hold(row);
  try {
    await run(lease);
  } finally {
    all.drop(lease.uuid);
    await endLease(app.db, lease).catch((error) => app.log.warn("could not end a report run", { error }));
  }
}

function begun(app: App, { job, reportId, claim }: Work): Promise<RunningReport | undefined> {
  const { owner } = app.once(leases);
  return app.db.transaction().execute(async (trx) => {
    if (!(await claim(trx))) return undefined;
    return trx
      .insertInto("running_reports")
      .values({
        uuid: job.executionId,
        report_id: reportId,
        job: JSON.stringify(job),
        begun_on: null,
        owner,
        beat: 0,
        attempts: 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
  });
}

function takenOver(app: App, { executionId, takenOverAt = 0 }: StoredJob): Promise<RunningReport | undefined> {
  return app.db
    .updateTable("running_reports")
    .set((set) => ({
      owner: app.once(leases).owner,
      beat: set("beat", "+", 1),
      attempts: set("attempts", "+", 1),
    }))
    .where("uuid", "=", executionId)
    .where("beat", "=", takenOverAt)
    .returningAll()
    .executeTakeFirst();
}

/** False if another process has the run now. */
export async function endLease(db: App["db"], { uuid, owner }: Pick<Lease, "uuid" | "owner">): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("running_reports")
    .where("uuid", "=", uuid)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function hasLease(db: App["db"], { uuid, owner }: Lease): Promise<boolean> {
  const row = await db
    .selectFrom("running_reports")
    .select("uuid")
    .where("uuid", "=", uuid)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a process has the run of the report that began then, or will take it over. */
export async function isLeased(db: App["db"], reportId: number, begunOn: string | null): Promise<boolean> {
  const row = await db
    .selectFrom("running_reports")
    .select("uuid")
    .where("report_id", "=", reportId)
    .where("begun_on", "=", begunOn)
    .executeTakeFirst();
  return row !== undefined;
}

const seenBeats = () => new Map<string, { beat: number; sinceMs: number }>();

/** The jobs of runs that no process works on anymore. */
export async function lostJobs(app: App): Promise<StoredJob[]> {
  const rows = await app.db.selectFrom("running_reports").select(["uuid", "beat", "job"]).execute();
  const seen = app.once(seenBeats);
  const uuids = new Set(rows.map(({ uuid }) => uuid));
  for (const uuid of seen.keys()) if (!uuids.has(uuid)) seen.delete(uuid);
  const now = app.clock.elapsed();
  const { holds } = app.once(leases);
  return rows.flatMap(({ uuid, beat, job }) => {
    const last = seen.get(uuid);
    if (holds(uuid) || last?.beat !== beat) {
      seen.set(uuid, { beat, sinceMs: now });
      return [];
    }
    return now - last.sinceMs < LOST_MS ? [] : [{ ...(JSON.parse(job) as StoredJob), takenOverAt: beat }];
  });
}

/**
 * Sends to a recipient of a run unless that was done before. `begin` is called when the message is handed over: what may
 * have arrived isn't sent again.
 */
export function sendingOnce(app: App, lease: Lease): SendingOnce {
  const { db } = app;
  return async (recipient, send) => {
    if (!(await hasLease(db, lease))) throw takenOverByOther();
    const before = await deliveryTo(db, lease.uuid, recipient);
    if (before) return assertSent(before);
    let isBegun = false;
    const begin = async () => {
      isBegun ||= await beginDelivery(db, { uuid: lease.uuid, recipient });
      if (!isBegun) throw takenOverByOther();
    };
    const end = (state: Delivery["state"], error: string | null) =>
      db
        .updateTable("report_deliveries")
        .set({ state, error })
        .where("uuid", "=", lease.uuid)
        .where("recipient", "=", recipient)
        .execute();
    try {
      await send(begin);
    } catch (error) {
      await end("failed", (error as Error).message);
      throw error;
    }
    await end("sent", null);
  };
}

type Delivery = Row<"report_deliveries">;

const takenOverByOther = () => new DeliveryFailure(t("Another server has taken over this run"));

function deliveryTo(db: App["db"], uuid: string, recipient: string): Promise<Delivery | undefined> {
  return db
    .selectFrom("report_deliveries")
    .selectAll()
    .where("uuid", "=", uuid)
    .where("recipient", "=", recipient)
    .executeTakeFirst();
}

async function beginDelivery(db: App["db"], key: Pick<Delivery, "uuid" | "recipient">): Promise<boolean> {
  const row = await db
    .insertInto("report_deliveries")
    .values({ ...key, state: "sending", error: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("uuid")
    .executeTakeFirst();
  return row !== undefined;
}

function assertSent({ state, error, recipient }: Delivery): void {
  if (state === "sent") return;
  const unknown = t(
    "The server stopped while sending to {recipient}. It isn't sent again, since it may have arrived.",
    {
      recipient: recipient.slice(recipient.indexOf(" ") + 1),
    },
  );
  throw new DeliveryFailure(error ?? unknown);
}
