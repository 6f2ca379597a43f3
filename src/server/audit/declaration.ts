import type { ObjectKind, Verb } from "../../model/audit.ts";

/** What the action log records of a route. */
export interface Audit {
  /** The name in Superset's log, where it has one. */
  readonly action: string;
  readonly verb: Verb;
  readonly kind?: ObjectKind;
  /** The path parameter with the object's id; default `id`. */
  readonly param?: string;
  /**
   * `noted`: only requests whose handler calls `noteAction`, for routes that also serve what isn't recorded. `by-handler`: the
   * handler records successes in its transaction (`addLogEntry`), the route all others.
   */
  readonly recorded?: "noted" | "by-handler";
}

/** Why a route other than GET isn't recorded. */
export interface Unaudited {
  readonly unaudited: string;
}

export type AuditDeclaration = Audit | Unaudited;

export const isAudit = (declared: AuditDeclaration | undefined): declared is Audit =>
  declared !== undefined && "action" in declared;
