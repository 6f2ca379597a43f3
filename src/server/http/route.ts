import type { Readable } from "node:stream";
import type { WebSocket } from "@fastify/websocket";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Operation, OperationInput } from "../../model/operation.ts";
import type { App } from "../app.ts";
import type { Audit, AuditDeclaration } from "../audit/declaration.ts";
import type { SessionReference } from "../auth/sessions.ts";
import type { Config } from "../config/config.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { PeriodicWork } from "../jobs/periodic.ts";
import type { Pair, User } from "../user.ts";

/**
 * `routes.ts` of a resource builds its routes with `collectionRoutes`, `crud` and `route(operation, policy, handler)`
 * and exports a `Resource`, which `src/api/index.ts` lists. Before a handler runs, the policy and CSRF token are
 * checked and the request is parsed by the operation's schemas.
 */
export interface Resource {
  readonly name: string;
  readonly routes: readonly Route[];
  /** Called for every page view to prefetch what its scripts will need. Must be fast. */
  readonly onPage?: (app: App, visit: PageVisit) => PagePrefetch | undefined;
  readonly sockets?: readonly SocketRoute[];
  readonly jobs?: readonly JobKind[];
  readonly periodic?: readonly PeriodicWork[];
}

/** Closed when the caller's session ends. */
export interface SocketRoute {
  readonly path: string;
  readonly policy: Policy;
  when(config: Config): boolean;
  open(ctx: Pick<Context, "app" | "user" | "request">, socket: WebSocket): Promise<void>;
}

/** All addresses get the same HTML, so this only hints at what will be requested. */
export interface PageVisit {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly user: User;
}

/** Prefetched for a page. Guesses may be wrong: the page requests what is missing. */
export interface PagePrefetch {
  readonly chunks?: readonly string[];
  /** Chunks that depend on stored data. Must not reject. */
  readonly extraChunks?: Promise<readonly string[]>;
  readonly messages?: readonly string[];
  /** API URLs whose responses are embedded in the page. */
  readonly responses?: readonly string[];
  /** Warms up what the page will request, after it was sent. Must not throw. */
  warmUp?(): Promise<void>;
}

/**
 * `public`: everyone; `signed-in`: every account; `permission`: users with the permission (visitors through the Public
 * role). The resource decides which objects they see.
 */
export type Policy = { kind: "public" } | { kind: "signed-in" } | { kind: "permission"; pair: Pair };

export const PUBLIC: Policy = { kind: "public" };
export const SIGNED_IN: Policy = { kind: "signed-in" };

export function permission(name: string, view: string): Policy {
  return { kind: "permission", pair: [name, view] };
}

/** A policy that also says what the action log records. */
export type AuditedPolicy = Policy & { readonly audit: AuditDeclaration };

export const audited = (policy: Policy, audit: Audit): AuditedPolicy => ({ ...policy, audit });

/** For routes that change nothing that others could see, with the reason. */
export const unaudited = (policy: Policy, reason: string): AuditedPolicy => ({
  ...policy,
  audit: { unaudited: reason },
});

/** Everything but GET is in the action log, and of GET what leaves as a file or is marked as `audited`. */
export type PolicyFor<O extends Operation> = [O["method"]] extends ["GET"]
  ? O extends { audited: true } | { produces: "application/zip" | "text/csv" }
    ? AuditedPolicy
    : Policy
  : AuditedPolicy;

export interface Context {
  readonly app: App;
  readonly user: User;
  /** Aborts when the client disconnects before the response is sent. */
  readonly signal: AbortSignal;
  readonly session: SessionReference | undefined;
  /** In memory, within the limit of bundles. */
  readonly files: readonly UploadedFile[];
  /** On disk, within the upload limit, until the response; of routes that store files. */
  readonly storedFiles: readonly StoredFile[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** When the request arrived, in milliseconds of `performance.now()`. */
export const arrivalMs = ({ reply }: Pick<Context, "reply">): number => performance.now() - reply.elapsedTime;

export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  readonly bytes: Buffer;
}

export interface StoredFile {
  readonly field: string;
  readonly filename: string;
  readonly path: string;
  readonly bytes: number;
}

/** Each piece is valid only until the next is requested. */
export class Pieces {
  readonly each: AsyncIterable<Buffer>;

  constructor(each: AsyncIterable<Buffer>) {
    this.each = each;
  }
}

/** Items are loaded while the response is sent, for lists with much text. */
export class LazyList<T> {
  readonly batches: AsyncIterable<readonly T[]>;

  constructor(batches: AsyncIterable<readonly T[]>) {
    this.batches = batches;
  }
}

type WithLazyLists<T> = T | { [K in keyof T]: T[K] extends readonly (infer Item)[] ? T[K] | LazyList<Item> : T[K] };

/** Sent unchanged: binary, text, a stream, or compressed JSON (with `content-encoding`). */
export class RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | Pieces | string;

  constructor(body: Buffer | Readable | Pieces | string, headers: Readonly<Record<string, string>>, status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

export type HandlerResult<O extends Operation> = WithLazyLists<z.input<O["response"]>> | RawReply;

export type Handler<O extends Operation> = (
  ctx: Context,
  input: OperationInput<O>,
) => Promise<HandlerResult<O>> | HandlerResult<O>;

export interface Route {
  readonly operation: Operation;
  readonly policy: Policy & { readonly audit?: AuditDeclaration };
  readonly handler: (ctx: Context, input: OperationInput<Operation>) => unknown;
  /** Also accepts `application/x-www-form-urlencoded` and `multipart/form-data`. */
  readonly acceptsForm?: boolean;
  /** Bytes, 1 MB by default, capped by the configuration. Excludes files. */
  readonly bodyLimit?: number;
  /** Status for a body that doesn't match its schema; default 400. `typed`: a 422 with typed errors. */
  readonly invalidStatus?: 400 | 422 | "typed";
  /** Files of the body are written to disk instead of memory, up to the upload limit. */
  readonly storesFiles?: boolean;
  /** The handler reads the Authorization header itself; the caller is anonymous. */
  readonly ownAuthorization?: boolean;
}

export type RouteOptions = Pick<
  Route,
  "acceptsForm" | "bodyLimit" | "invalidStatus" | "ownAuthorization" | "storesFiles"
>;

export function route<const O extends Operation>(operation: O, policy: PolicyFor<O>, handler: Handler<O>): Route {
  return { operation, policy, handler: handler as Route["handler"] };
}

/** For bodies with SQL, dashboard layouts, form data or lists of values. */
export const LARGE_BODY_BYTES = 5 * 1024 * 1024;

export const withLargeBody = (base: Route): Route => withOptions(base, { bodyLimit: LARGE_BODY_BYTES });

export function withOptions(base: Route, options: RouteOptions): Route {
  return { ...base, ...options };
}

export function routeRegistry(_: App): { routes: readonly Route[] } {
  return { routes: [] };
}

/** Throws for a route without a policy, and for a duplicate operation id. */
export function checkedRoutes(resources: readonly Resource[]): Route[] {
  const routes = resources.flatMap((resource) => resource.routes);
  const ids = new Set<string>();
  for (const { operation, policy } of routes) {
    if (!isPolicy(policy)) throw new Error(`the route ${operation.id} has no policy`);
    if (ids.has(operation.id)) throw new Error(`two routes have the id ${operation.id}`);
    ids.add(operation.id);
  }
  return routes;
}

function isPolicy(policy: Route["policy"] | undefined): boolean {
  switch (policy?.kind) {
    case "public":
    case "signed-in":
      return true;
    case "permission":
      return policy.pair.length === 2 && policy.pair.every((part) => part !== "");
    default:
      return false;
  }
}
