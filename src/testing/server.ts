import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RISON } from "rison2";
import type { Operation, OperationArguments, OperationResult } from "../model/operation.ts";
import type { App, AppOptions } from "../server/app.ts";
import { digestOf } from "../server/auth/digest.ts";
import { csrfToken, startSession } from "../server/auth/sessions.ts";
import { type Config, readConfig } from "../server/config/config.ts";
import { createHttpServer } from "../server/http/http-server.ts";
import type { Resource } from "../server/http/route.ts";
import { routeRegistry } from "../server/http/route.ts";
import { createLog } from "../server/log.ts";
import { ownPages } from "../server/pictures/own-pages.ts";
import { createApp } from "../server/start/create-app.ts";
import type { StoreLocation } from "../server/store/database.ts";
import { checkAnswers } from "./answer-check.ts";
import { recordStatements } from "./recorded-statements.ts";
import { shareEngine } from "./shared-engine.ts";
import { addStartingUsers, ensureUser, STARTING_USERS } from "./starting-users.ts";
import { copyOfTemplate, dropCopy, sqliteCopy } from "./store-template.ts";

/**
 * A complete server for tests: on SQLite in memory, or in its own database on the PostgreSQL of
 * TESSERA_TEST_DATABASE_URL. Has the users `admin`, `alpha` and `gamma` with these roles, and creates others on
 * request. Every JSON response is checked against its contract.
 */
export interface TestServer {
  readonly url: string;
  readonly app: App;
  readonly store: StoreLocation;
  /** A client with a session; new users get the roles (default Gamma). */
  as(username: string, roles?: readonly string[]): Promise<TestClient>;
  signIn(username: string): Promise<TestClient>;
  readonly anonymous: TestClient;
  userId(username: string, roles?: readonly string[]): Promise<number>;
  stop(): Promise<void>;
}

export interface TestAnswer<T = unknown> {
  readonly status: number;
  /** Parsed if it is JSON, otherwise text. */
  readonly body: T;
  readonly headers: Headers;
}

export interface TestClient {
  readonly cookie: string;
  readonly csrf: string;
  get<T = Record<string, never>>(path: string, headers?: Record<string, string>): Promise<TestAnswer<T>>;
  post<T = Record<string, never>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<T>>;
  put<T = Record<string, never>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<T>>;
  delete<T = Record<string, never>>(path: string, headers?: Record<string, string>): Promise<TestAnswer<T>>;
  /** Calls an operation; throws if the status isn't its success status. */
  call<O extends Operation>(operation: O, args: OperationArguments<O>): Promise<OperationResult<O>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestServerOptions {
  resources?: readonly Resource[];
  config?: Partial<Config>;
  app?: AppOptions;
  checkAnswers?: boolean;
  onDisk?: boolean;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), "tessera-home-"));
  const { store, drop } = await storeFor(home, options);
  const config: Config = {
    ...readConfig({ TESSERA_HOME: home, TESSERA_PICTURES: "off" }, process.cwd()),
    port: 0,
    webFolder: shellFolder(home),
    allowedHosts: ["127.0.0.1", "localhost"],
    webhookHosts: ["127.0.0.1", "localhost"],
    databaseFolders: [tmpdir()],
    ...options.config,
  };
  const app = await createApp(config, {
    secret: randomBytes(32),
    log: LOG,
    createEngine: shareEngine,
    ...options.app,
    store,
  });
  recordStatements(app);
  await addStartingUsers(app);
  const resources = options.resources ?? (await import("../api/index.ts")).RESOURCES;
  const server = await createHttpServer(app, resources);
  if (options.checkAnswers ?? true) checkAnswers(server, app.once(routeRegistry).routes);
  await server.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  app.once(ownPages).serveBy(async () => url);
  const userId = (username: string, roles = STARTING_USERS[username] ?? ["Gamma"]) => ensureUser(app, username, roles);
  const as = async (username: string, roles?: readonly string[]) => {
    const id = await userId(username, roles);
    const token = await startSession(app, id);
    const csrf = csrfToken(app, { tokenHash: digestOf(token), userId: id }, id);
    return createClient(url, `session=${token}`, csrf);
  };
  return {
    url,
    app,
    store,
    as,
    signIn: as,
    anonymous: createClient(url, "", ""),
    userId,
    stop: async () => {
      await server.close();
      await app.close();
      await drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const LOG = createLog((line) => console.info(line.trimEnd()));

function shellFolder(home: string): string {
  const folder = join(home, "web");
  mkdirSync(folder);
  writeFileSync(join(folder, "index.html"), "<!doctype html><html><head></head><body></body></html>");
  return folder;
}

async function storeFor(
  home: string,
  { app, onDisk }: TestServerOptions,
): Promise<{ store: StoreLocation; drop(): Promise<void> }> {
  const drop = async () => undefined;
  const url = process.env.TESSERA_TEST_DATABASE_URL;
  if (app?.store) return { store: app.store, drop };
  if (!url) return { store: await sqliteCopy(onDisk ? join(home, "tessera.db") : undefined), drop };
  const store = await copyOfTemplate(url);
  return { store, drop: () => dropCopy(url, store) };
}

export function createClient(url: string, cookie: string, csrf: string): TestClient {
  const send = (path: string, init: RequestInit = {}) => {
    const own = { ...(cookie ? { cookie } : {}), ...(csrf ? { "x-csrftoken": csrf } : {}) };
    return fetch(url + path, { redirect: "manual", ...init, headers: { ...own, ...(init.headers as object) } });
  };
  const json = async <T>(method: string, path: string, init: { body?: unknown; headers?: object }) => {
    const hasBody = init.body !== undefined;
    const headers = { ...(hasBody ? { "content-type": "application/json" } : {}), ...init.headers };
    const body = hasBody ? JSON.stringify(init.body) : undefined;
    return answerOf<T>(await send(path, { method, headers: headers as Record<string, string>, body }));
  };
  return {
    cookie,
    csrf,
    fetch: send,
    get: (path, headers) => json("GET", path, { headers }),
    post: (path, body, headers) => json("POST", path, { body, headers }),
    put: (path, body, headers) => json("PUT", path, { body, headers }),
    delete: (path, headers) => json("DELETE", path, { headers }),
    call: async (operation, args) => {
      const answer = await json<never>(operation.method, addressOf(operation, args as Arguments), {
        body: (args as Arguments).body,
      });
      if (answer.status === (operation.status ?? 200)) return answer.body;
      throw new Error(`${operation.id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    },
  };
}

interface Arguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  q?: unknown;
  body?: unknown;
}

function addressOf(operation: Operation, { params, query, q }: Arguments): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  if (q !== undefined) search.set("q", RISON.stringify(q));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function answerOf<T>(response: Response): Promise<TestAnswer<T>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const body = (isJson && text !== "" ? JSON.parse(text) : text) as T;
  return { status: response.status, body, headers: response.headers };
}
