import { AsyncLocalStorage } from "node:async_hooks";
import type { AuditResult, ObjectKind, Verb } from "../../model/audit.ts";
import type { Audit } from "./declaration.ts";
import type { Entry } from "./entries.ts";
import type { Snapshots } from "./snapshots.ts";

export interface NotedObject {
  readonly id: number | string | null;
  readonly name: string | null;
  /** If it isn't the request's. */
  readonly kind?: ObjectKind;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a handler knows beyond its route: never values of secrets, never rows. */
export interface Note {
  readonly action?: string;
  readonly verb?: Verb;
  readonly kind?: ObjectKind;
  readonly objects?: readonly NotedObject[];
  /** Instead of `objects`: ids of the kind, whose names are looked up. */
  readonly references?: readonly (number | string)[];
  readonly fields?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** Who acts, where the request itself doesn't say: at sign-in. */
  readonly user?: { readonly id: number; readonly username: string };
  /** The name that was tried. */
  readonly username?: string;
  readonly result?: AuditResult;
}

/** A request that the action log records. */
export interface AuditedRequest {
  readonly audit: Audit;
  readonly startedMs: number;
  readonly address: string;
  readonly requestId: string;
  note?: Note;
  user?: { readonly id: number; readonly username: string };
  /** What the request asks to change, once it is parsed. */
  references?: readonly (number | string)[];
  before?: Snapshots;
  /** Written by the handler in its transaction. */
  readonly written: Entry[];
  isFinished: boolean;
}

const current = new AsyncLocalStorage<AuditedRequest>();

export const inAuditedRequest = <Result>(audited: AuditedRequest, work: () => Result): Result =>
  current.run(audited, work);

export const currentAuditedRequest = (): AuditedRequest | undefined => current.getStore();

/** Adds to what the action log records of the current request. Without one, it does nothing. */
export function noteAction(note: Note): void {
  const audited = current.getStore();
  if (!audited) return;
  const details = { ...audited.note?.details, ...note.details };
  audited.note = { ...audited.note, ...note, ...(Object.keys(details).length > 0 && { details }) };
}
