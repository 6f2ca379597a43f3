import type { Kysely } from "kysely";
import type { AuditResult, ObjectKind, Verb } from "../../model/audit.ts";
import type { App } from "../app.ts";
import { AttemptSketch } from "../attempt-sketch.ts";
import { networkOf } from "../fair-share.ts";
import type { NewRow, Tables } from "../store/tables.ts";
import { auditLines } from "./lines.ts";

/** Never contains values of secrets or rows. */
export interface Entry {
  readonly action: string;
  readonly verb: Verb;
  readonly result: AuditResult;
  readonly status?: number | null;
  readonly user_id?: number | null;
  readonly username?: string | null;
  readonly address?: string | null;
  readonly request_id?: string | null;
  readonly duration_ms?: number | null;
  readonly object_kind?: ObjectKind | null;
  readonly object_id?: number | string | null;
  readonly object_name?: string | null;
  /** With names, which only administrators see. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For everyone who may read the log. */
  readonly json?: Readonly<Record<string, unknown>>;
}

const MAX_TEXT = 250;
const MAX_DETAILS = 8000;

export const cutText = (text: string): string => {
  const clean = text.replaceAll("\0", "");
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}…` : clean;
};

const cutOrNull = (text: string | null | undefined) => (text === null || text === undefined ? null : cutText(text));

/** Records what was done. A failure is logged and never fails what it records. */
export async function recordEntries(app: App, entries: readonly Entry[], db: Kysely<Tables> = app.db): Promise<void> {
  const kept = entries.flatMap((entry) => withinLimit(app, entry));
  if (kept.length === 0) return;
  const dttm = app.clock.timestamp();
  writeLines(app, kept, dttm);
  try {
    await db
      .insertInto("logs")
      .values(kept.map((entry) => rowOf(entry, dttm)))
      .execute();
  } catch (error) {
    app.log.error("failed to write the action log", { action: kept[0]?.action, error });
  }
}

/** Only the lines, for entries that a transaction has stored. */
export function writeLines(app: App, entries: readonly Entry[], dttm: string): void {
  app.once(auditLines)?.write(entries.map((entry) => lineOf(entry, dttm)));
}

function detailsText(details: Entry["details"]): string | null {
  if (!details || Object.keys(details).length === 0) return null;
  const text = JSON.stringify(details);
  return text.length > MAX_DETAILS ? JSON.stringify({ shortened: true }) : text;
}

function rowOf(entry: Entry, dttm: string): NewRow<"logs"> {
  const { object_kind: kind = null, object_id } = entry;
  const id = typeof object_id === "number" ? object_id : null;
  return {
    action: entry.action,
    dttm,
    ...recordedColumns(entry),
    user_id: entry.user_id || null,
    dashboard_id: kind === "dashboard" || kind === "embedding" ? id : null,
    slice_id: kind === "chart" ? id : null,
    json: detailsText(entry.json),
    duration_ms: entry.duration_ms ?? null,
    referrer: null,
  };
}

/** The columns that entries of the browser don't have. */
export function recordedColumns(entry: Omit<Entry, "action">) {
  return {
    username: cutOrNull(entry.username),
    address: entry.address ?? null,
    request_id: entry.request_id ?? null,
    verb: entry.verb,
    object_kind: entry.object_kind ?? null,
    object_id: entry.object_id === null || entry.object_id === undefined ? null : cutText(String(entry.object_id)),
    object_name: cutOrNull(entry.object_name),
    details: detailsText(entry.details),
    result: entry.result,
    status: entry.status ?? null,
  };
}

function lineOf(entry: Entry, dttm: string): Record<string, unknown> {
  const { details: text, ...columns } = recordedColumns({ ...entry, details: { ...entry.json, ...entry.details } });
  return {
    time: `${dttm}Z`,
    action: entry.action,
    user_id: entry.user_id || null,
    ...columns,
    duration_ms: entry.duration_ms ?? null,
    ...(text === null ? {} : { details: JSON.parse(text) as object }),
  };
}

/** Per minute. What isn't recorded is counted in the next entry. */
const FAILURES_OF_USER = 120;
const FAILURES_OF_NETWORK = 20;
const FAILURES_OF_VISITORS = 60;
const READS_OF_USER = 300;

/** Their successes change nothing that others see, so they can be repeated without end. */
const READS: ReadonlySet<Verb> = new Set<Verb>([
  ...(["export", "download", "preview", "test", "view_connection", "favorite", "unfavorite"] as const),
]);

const entryLimit = () => ({ sketch: new AttemptSketch(), skipped: 0 });

/** Requests that don't succeed, and reads, cost their sender nothing, so they mustn't fill the store. */
function withinLimit(app: App, entry: Entry): Entry[] {
  const isRead = entry.result === "ok" && READS.has(entry.verb);
  if (entry.result === "ok" && !isRead) return [entry];
  const limit = app.once(entryLimit);
  const allows = (key: string, allowed: number) => limit.sketch.attempt(key, { allowed, nowMs: app.clock.now() }) === 0;
  const isAllowed = entry.user_id
    ? allows(`${isRead ? "reads of" : "user"} ${entry.user_id}`, isRead ? READS_OF_USER : FAILURES_OF_USER)
    : allows(`from ${networkOf(entry.address ?? "")}`, FAILURES_OF_NETWORK) && allows("visitors", FAILURES_OF_VISITORS);
  if (!isAllowed) {
    limit.skipped += 1;
    return [];
  }
  const { skipped } = limit;
  limit.skipped = 0;
  return skipped === 0 ? [entry] : [{ ...entry, details: { ...entry.details, skipped } }];
}
