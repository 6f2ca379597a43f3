import type { Readable } from "node:stream";
import type { WebSocket } from "@fastify/websocket";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Operation, OperationInput } from "../../model/operation.ts";
import type { App } from "../app.ts";
import type { SessionReference } from "../auth/sessions.ts";
import type { Config } from "../config/config.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { PeriodicWork } from "../jobs/periodic.ts";
import type { Pair, User } from "../user.ts";

/**
 * What a resource is made of. A resource's `routes.ts` makes its routes by `collectionRoutes` and `crud`, all others by
 * `route(operation, policy, handler)`, and exports a `Resource`; `src/api/index.ts` lists it. Before a handler runs, its caller is authorised by the policy, the
 * CSRF token is checked and everything of the request is parsed by the operation's schemas.
 */
export interface Resource {
  readonly name: string;
  readonly routes: readonly Route[];
  /** Asked about every page that a browser asks for: what can be done before its scripts run. Must be quick. */
  readonly onPage?: (app: App, visit: PageVisit) => PagePlan | undefined;
  readonly sockets?: readonly SocketRoute[];
  /** Work of this resource that outlives its requests. */
  readonly jobs?: readonly JobKind[];
  /** Work that is done again and again while a server runs. */
  readonly periodic?: readonly PeriodicWork[];
}

/** A websocket. It is closed when its caller's session ends. */
export interface SocketRoute {
  readonly path: string;
  readonly policy: Policy;
  /** Whether there is one at all. */
  when(config: Config): boolean;
  open(ctx: Pick<Context, "app" | "user" | "request">, socket: WebSocket): Promise<void>;
}

/** A browser has asked for a page: the same HTML for every address, so this is only a hint of what comes next. */
export interface PageVisit {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly user: User;
}

/** What spares a page waiting. Everything in it is only a guess: the page asks for what it does not get. */
export interface PagePlan {
  /** Files of the interface that the page will load, by their names in vite.config.ts. */
  readonly files?: readonly string[];
  /** Those that take a look into the store to know. Must not reject. */
  readonly moreFiles?: Promise<readonly string[]>;
  /** Parts of the catalog of messages, by their names in vite.config.ts, beside that of every page. */
  readonly messages?: readonly string[];
  /** Addresses of the API whose answers, as its user gets them, come with the page. */
  readonly answers?: readonly string[];
  /** Work that the page will ask for; begins when the page has been sent. Must not throw. */
  start?(): Promise<void>;
}

/**
 * Who may call a route. `public`: everybody; `signed-in`: every account; `permission`: whoever holds the pair (anonymous
 * visitors through the Public role). Which objects they then see is decided by the resource itself.
 */
export type Policy = { kind: "public" } | { kind: "signed-in" } | { kind: "permission"; pair: Pair };

export const PUBLIC: Policy = { kind: "public" };
export const SIGNED_IN: Policy = { kind: "signed-in" };

export function permission(name: string, view: string): Policy {
  return { kind: "permission", pair: [name, view] };
}

/** What a handler is given beside its input. */
export interface Context {
  readonly app: App;
  readonly user: User;
  /** Aborts when the caller goes away before the answer is sent. */
  readonly signal: AbortSignal;
  /** The browser's session; undefined for callers with a token and for anonymous ones. */
  readonly session: SessionReference | undefined;
  /** Files of a multipart request, read into memory within the upload limit. */
  readonly files: readonly UploadedFile[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  readonly bytes: Buffer;
}

/** A body that is made while it is sent. Each of its pieces is good until the next is asked for. */
export class Pieces {
  readonly each: AsyncIterable<Buffer>;

  constructor(each: AsyncIterable<Buffer>) {
    this.each = each;
  }
}

/** A list within an answer whose items are made while it is sent: for lists that may hold much text. */
export class LazyList<T> {
  readonly batches: AsyncIterable<readonly T[]>;

  constructor(batches: AsyncIterable<readonly T[]>) {
    this.batches = batches;
  }
}

type WithLazyLists<T> = T | { [K in keyof T]: T[K] extends readonly (infer Item)[] ? T[K] | LazyList<Item> : T[K] };

/**
 * An answer that is sent as it is: binary, text, a stream, or JSON compressed before (`content-encoding` in the headers).
 */
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

export type Answer<O extends Operation> = WithLazyLists<z.input<O["response"]>> | RawReply;

export type Handler<O extends Operation> = (ctx: Context, input: OperationInput<O>) => Promise<Answer<O>> | Answer<O>;

export interface Route {
  readonly operation: Operation;
  readonly policy: Policy;
  readonly handler: (ctx: Context, input: OperationInput<Operation>) => unknown;
  /** Accepts forms too (`application/x-www-form-urlencoded`, `multipart/form-data`); their fields are the body. */
  readonly acceptsForm?: boolean;
  /** Bytes of the body; 1 MB unless said, and never more than the configuration's limit. Not of files. */
  readonly bodyLimit?: number;
  /** Status of a body that does not fit its schema; 400 unless said. `typed`: a 422 of typed errors. */
  readonly invalidStatus?: 400 | 422 | "typed";
  /** The handler reads the Authorization header itself, or does without; its caller is the anonymous visitor. */
  readonly ownAuthorization?: boolean;
}

export type RouteOptions = Pick<Route, "acceptsForm" | "bodyLimit" | "invalidStatus" | "ownAuthorization">;

/** Joins an operation with who may call it and what it does. Answers with the operation's status, 200 unless it says. */
export function route<const O extends Operation>(operation: O, policy: Policy, handler: Handler<O>): Route {
  return { operation, policy, handler: handler as Route["handler"] };
}

/** Of bodies that hold much text of their own: SQL, layouts of dashboards, form data of charts, lists of values. */
export const LARGE_BODY_BYTES = 5 * 1024 * 1024;

export const withLargeBody = (base: Route): Route => withOptions(base, { bodyLimit: LARGE_BODY_BYTES });

/** The same route with options, e.g. `withOptions(route(...), { acceptsForm: true })`. */
export function withOptions(base: Route, options: RouteOptions): Route {
  return { ...base, ...options };
}

/** The routes that this server answers, for the OpenAPI document. Use it as `app.once(routeRegistry)`. */
export function routeRegistry(_: App): { routes: readonly Route[] } {
  return { routes: [] };
}

/** All routes of the resources. Throws when one has no policy, or when two answer the same call. */
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
