import { isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuditResult, ObjectKind } from "../../model/audit.ts";
import type { Operation, OperationInput } from "../../model/operation.ts";
import type { App } from "../app.ts";
import { type AuditedRequest, inAuditedRequest, type NotedObject } from "../audit/audited-request.ts";
import { isAudit } from "../audit/declaration.ts";
import { cutText, type Entry, recordEntries, writeLines } from "../audit/entries.ts";
import { changedFields, isTracked, type Snapshot, snapshotsOf } from "../audit/snapshots.ts";
import type { User } from "../user.ts";
import { knownCaller } from "./request-context.ts";
import { type Context, RawReply, type Route } from "./route.ts";

/** Records each request of an audited route, whether it succeeds, is refused or fails, before its response is sent. */
const auditedRequests = new WeakMap<FastifyRequest, AuditedRequest>();

export function beginAudit(app: App, { policy }: Route, request: FastifyRequest): void {
  // HEAD has no content, and does nothing.
  if (!isAudit(policy.audit) || request.method === "HEAD") return;
  const { id: requestId } = request;
  // A proxy can pass on any text.
  const address = isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? "");
  auditedRequests.set(request, {
    ...{ audit: policy.audit, startedMs: app.clock.now(), address, requestId },
    ...{ written: [], isFinished: false },
  });
}

/** Runs the handler, and records it if it succeeds. */
export async function runAudited(ctx: Context, route: Route, input: OperationInput<Operation>): Promise<unknown> {
  const { app, request, reply } = ctx;
  const audited = auditedRequests.get(request);
  if (!audited) return route.handler(ctx, input);
  audited.user = ctx.user;
  const { kind, verb } = audited.audit;
  const references = referencesOf(audited, input);
  audited.references = references;
  if (isTracked(kind) && references.length > 0 && audited.audit.recorded === undefined)
    audited.before = await snapshotsOf(app, { kind, references, withFields: keepsFields(verb) });
  const answer = await inAuditedRequest(audited, async () => route.handler(ctx, input));
  // Streams bypass the hooks of the server.
  const status = answer instanceof RawReply ? answer.status : reply.statusCode;
  await finish(app, audited, { request, status, input, answer });
  return answer;
}

/** Records what hasn't been: requests that were refused or failed. */
export async function finishAudit(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const audited = auditedRequests.get(request);
  if (!audited || audited.isFinished) return;
  const input = { params: request.params, body: request.body } as Finished["input"];
  await finish(app, audited, { request, status: reply.statusCode, input });
}

const keepsFields = (verb: string) => verb === "change" || verb === "restore_version";

interface Finished {
  request: FastifyRequest;
  status: number;
  input: { params?: unknown; q?: unknown; body?: unknown };
  answer?: unknown;
}

async function finish(app: App, audited: AuditedRequest, finished: Finished): Promise<void> {
  audited.isFinished = true;
  try {
    await record(app, audited, finished);
  } catch (error) {
    app.log.error("failed to write the action log", { action: audited.audit.action, error });
  }
}

async function record(app: App, audited: AuditedRequest, finished: Finished): Promise<void> {
  const { audit, note = {} } = audited;
  const result = note.result ?? resultOf(finished.status);
  if (result === "ok" && audit.recorded === "by-handler")
    return writeLines(app, audited.written, app.clock.timestamp());
  if (result === "ok" && audit.recorded === "noted" && !audited.note) return;
  const base = { ...baseOf(audited, finished, app.clock.now()), result, status: finished.status };
  const touched = await touchedBy(app, audited, { ...finished, result });
  await recordEntries(
    app,
    touched.map(({ id, name, kind, details }) => ({
      ...base,
      ...(kind && { object_kind: kind }),
      object_id: id,
      object_name: name,
      details: { ...guestIn(finished.request), ...note.details, ...details },
    })),
  );
}

function resultOf(status: number): AuditResult {
  if (status < 400) return "ok";
  return status === 401 || status === 403 || status === 429 ? "refused" : "failed";
}

/** Guests get their names from the page that embeds a dashboard, which could be a user's. */
function memberOf(request: FastifyRequest): User | undefined {
  const caller = knownCaller(request);
  return caller?.guest ? undefined : caller;
}

const guestIn = (request: FastifyRequest) => {
  const caller = knownCaller(request);
  return caller?.guest && { guest: cutText(caller.username) };
};

function baseOf({ audit, note = {}, ...audited }: AuditedRequest, { request }: Finished, nowMs: number) {
  const caller = note.user ?? memberOf(request);
  return {
    action: note.action ?? audit.action,
    verb: note.verb ?? audit.verb,
    user_id: caller && caller.id > 0 ? caller.id : null,
    username: note.user?.username ?? note.username ?? (caller?.username || null),
    address: audited.address,
    request_id: audited.requestId,
    duration_ms: Math.max(0, nowMs - audited.startedMs),
    object_kind: note.kind ?? audit.kind ?? null,
  } satisfies Partial<Entry>;
}

const NOTHING: readonly NotedObject[] = [{ id: null, name: null }];

/** Each is an entry. None if nothing changed. */
async function touchedBy(app: App, audited: AuditedRequest, finished: Done): Promise<readonly NotedObject[]> {
  const { note = {}, audit } = audited;
  const details = note.fields ? { fields: note.fields } : {};
  if (note.objects) return note.objects.map((object) => ({ ...object, details: { ...details, ...object.details } }));
  const kind = note.kind ?? audit.kind;
  if (!kind) return NOTHING;
  return isTracked(kind)
    ? trackedBy(app, audited, { ...finished, kind, details })
    : [{ ...createdIn(finished), details }];
}

type Done = Finished & { result: AuditResult };

async function trackedBy(
  app: App,
  audited: AuditedRequest,
  finished: Done & { kind: ObjectKind; details: object },
): Promise<readonly NotedObject[]> {
  const { kind, details, input } = finished;
  const isDone = finished.result === "ok";
  if (audited.audit.verb === "create" && isDone && !audited.note?.references)
    return createdBy(app, { kind, finished, details });
  const references = audited.note?.references ?? audited.references ?? referencesOf(audited, input);
  if (references.length === 0) return [{ id: null, name: nameIn(input.body), details: { ...details } }];
  return changedBy(app, audited, { kind, references, details, isChange: isDone && keepsFields(audited.audit.verb) });
}

interface Changed {
  kind: ObjectKind;
  references: readonly (number | string)[];
  details: object;
  isChange: boolean;
}

async function changedBy(
  app: App,
  audited: AuditedRequest,
  { kind, references, details, isChange }: Changed,
): Promise<readonly NotedObject[]> {
  const before = audited.before ?? (await snapshotsOf(app, { kind, references }));
  const after = isChange ? await snapshotsOf(app, { kind, references, withFields: true }) : before;
  return references.slice(0, MAX_TOUCHED).flatMap((reference, i) => {
    const [old, now] = [before.get(String(reference)), after.get(String(reference))];
    const changes = old && now && isChange ? differences(old, now) : {};
    if (audited.audit.verb === "change" && changes.fields?.length === 0) return [];
    return [
      { ...shown(reference, now ?? old), details: { ...details, ...changes, ...(i === 0 && beyond(references)) } },
    ];
  });
}

const MAX_TOUCHED = 100;
const MAX_OTHERS = 500;

/** What has no entry of its own. */
const beyond = (references: readonly (number | string)[]) =>
  references.length > MAX_TOUCHED && {
    others: references.length - MAX_TOUCHED,
    other_ids: references.slice(MAX_TOUCHED, MAX_TOUCHED + MAX_OTHERS),
  };

const shown = (reference: number | string, known: Snapshot | undefined): NotedObject =>
  known ? { id: known.id, name: known.name } : { id: reference, name: null };

/** Nothing where the fields weren't read before, as for objects that only the handler knows. */
const differences = (old: Snapshot, now: Snapshot): Changes => (old.fields.size === 0 ? {} : changesOf(old, now));

interface Changes {
  readonly fields?: readonly string[];
  readonly old_name?: string;
}

const changesOf = (old: Snapshot, now: Snapshot): Changes => ({
  fields: changedFields(old, now),
  ...(old.name !== now.name && old.name !== null ? { old_name: old.name } : {}),
});

async function createdBy(
  app: App,
  { kind, finished, details }: { kind: ObjectKind; finished: Finished; details: object },
): Promise<readonly NotedObject[]> {
  const created = createdIn(finished);
  if (created.id === null) return [{ ...created, details: { ...details } }];
  const found = await snapshotsOf(app, { kind, references: [created.id] });
  return [{ ...shown(created.id, found.get(String(created.id))), details: { ...details } }];
}

function createdIn({ answer, input }: Finished): NotedObject {
  const { id, uuid, result } = recordOf(answer);
  const inner = recordOf(result);
  const found = [id, uuid, inner.id, inner.uuid].find((each) => typeof each === "number" || typeof each === "string");
  return { id: (found as number | string | undefined) ?? null, name: nameIn(input.body) };
}

const NAME_FIELDS = [
  ...["slice_name", "dashboard_title", "table_name", "database_name", "template_name", "theme_name", "short_descr"],
  ...["name", "label", "username"],
];

function nameIn(body: unknown): string | null {
  const fields = recordOf(body);
  const name = NAME_FIELDS.map((field) => fields[field]).find((value) => typeof value === "string");
  return (name as string | undefined) ?? null;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof RawReply)
    ? (value as Record<string, unknown>)
    : {};

function referencesOf(
  { audit }: AuditedRequest,
  { params, q }: { params?: unknown; q?: unknown },
): (number | string)[] {
  const own = recordOf(params)[audit.param ?? "id"];
  const given = own === undefined && Array.isArray(q) ? q : [own];
  return [...new Set(given)].filter((id) => typeof id === "number" || typeof id === "string");
}
