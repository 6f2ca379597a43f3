import { setTimeout as delay } from "node:timers/promises";
import fastifyCookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify from "fastify";
import { inLocale } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { isAudit } from "../audit/declaration.ts";
import { yieldToEventLoop } from "../event-loop.ts";
import { runAsUser, userKeyOf } from "../fair-share.ts";
import { reasonsNotReady } from "../health/readiness.ts";
import { countTraffic } from "../health/traffic.ts";
import { jobQueue } from "../jobs/jobs.ts";
import { canReadMetrics } from "../metrics/access.ts";
import { metrics } from "../metrics/metrics.ts";
import { inSpan } from "../span.ts";
import { serverTimingHeader } from "../timeline.ts";
import { onlyInWork } from "../work-context.ts";
import { beginAudit, finishAudit, runAudited } from "./audit.ts";
import { addBodyParsers, parseRequest } from "./body.ts";
import { BodyLimiter, bodyLimits } from "./body-limiter.ts";
import { sendError, sendKnown } from "./errors.ts";
import { addPages, asksForPage, signInAddress } from "./pages.ts";
import {
  authorize,
  authorizeForm,
  callerKey,
  callerOf,
  canHoldGuestToken,
  checkCsrf,
  contextOf,
  localeOf,
  pathOf,
} from "./request-context.ts";
import { requestIdOf } from "./request-id.ts";
import { addRequestWork, workOf } from "./request-work.ts";
import { sendResponse } from "./responses.ts";
import { checkedRoutes, type Resource, type Route, routeRegistry } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";
import { limitSlowBodies } from "./slow-bodies.ts";
import { addSockets } from "./sockets.ts";
import { withUploadFolder } from "./upload-space.ts";

const MAX_HEADER_BYTES = 65_536;
const MAX_PARAM_LENGTH = 1000;
const HEADERS_MS = 30_000;
const BODY_BYTES = 1024 * 1024;
const LARGE_BODY_BYTES = 500_000;
const CLOSE_GRACE_MS = 5000;
const HEALTH_PATHS = ["/health", "/healthcheck", "/ping"];
const READY_PATH = "/ready";
const READY_MS = 2000;
const METRICS_PATH = "/metrics";

declare module "fastify" {
  interface FastifyContextConfig {
    storesFiles?: boolean;
  }
}

/** Doesn't listen yet. On close, running requests get a few seconds to finish. */
export async function createHttpServer(app: App, resources: readonly Resource[]): Promise<FastifyInstance> {
  const routes = checkedRoutes(resources);
  app.once(routeRegistry).routes = routes;
  await app.once(jobQueue).open(resources.flatMap((resource) => resource.jobs ?? []));
  const server = Fastify({
    logger: false,
    trustProxy: app.config.trustProxy && isProxyInFront,
    bodyLimit: app.config.limits.bodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    genReqId: (request) => requestIdOf(request, app.config.trustProxy),
    requestIdHeader: false,
    forceCloseConnections: "idle",
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 6 },
    frameworkErrors: (error, request, reply) => sendError(app, error, [request, reply]),
  });
  addRequestWork(server);
  limitSlowBodies(server);
  countTraffic(server, app, (path) => path === READY_PATH || HEALTH_PATHS.includes(path));
  const bodySpace = watchBodies(server, app);
  await server.register(fastifyCookie);
  addBodyParsers(server);
  const headers = securityHeaders(app.config.mapTiles);
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    inLocale(localeOf(request), done);
  });
  server.addHook("onSend", (request, reply, payload, done) => {
    if (request.url.startsWith("/api/") && !reply.hasHeader("server-timing")) {
      reply.header("server-timing", serverTimingHeader({ total: reply.elapsedTime }));
    }
    done(null, payload);
  });
  server.addHook("preClose", async () => {
    setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
  server.setErrorHandler((error, request, reply) => sendError(app, error, [request, reply]));
  for (const path of HEALTH_PATHS) server.get(path, (_request, reply) => reply.type("text/plain").send("OK"));
  server.get(READY_PATH, (request, reply) => sendReadiness(app, request, reply));
  addMetrics(server, app);
  await addSockets(server, app, resources);
  for (const route of routes) addRoute(server, bodySpace, app, route);
  const health = [...HEALTH_PATHS, READY_PATH].map((path) => ({ method: "GET", path }));
  addPages(server, app, {
    resources,
    sendMissing: notFoundHandler([...routes.map((one) => one.operation), ...health]),
  });
  return server;
}

/** Without access it looks like a missing page. */
function addMetrics(server: FastifyInstance, app: App): void {
  const { token, networks } = app.config.metrics;
  if (token === undefined && networks.length === 0) return;
  const current = app.once(metrics);
  server.addHook("onResponse", async (request, reply) => {
    const { url: route = "page" } = request.routeOptions;
    const seconds = reply.elapsedTime / 1000;
    current.request({ method: request.method, route, status: reply.statusCode, seconds });
  });
  server.get(METRICS_PATH, async (request, reply) => {
    if (!isMetricsReader(app, request)) throw notFoundAt(METRICS_PATH);
    return reply
      .type(current.contentType)
      .header("cache-control", "no-store")
      .send(await current.text());
  });
}

const isMetricsReader = ({ config }: App, { headers, ip }: FastifyRequest) =>
  canReadMetrics(config.metrics, { authorization: headers.authorization, address: ip });

/** Only administrators, and those who can read metrics, see the reasons. */
async function sendReadiness(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isReader = isMetricsReader(app, request);
  const [reasons, isAdmin] = await Promise.all([reasonsNotReady(app), isReader || isAdministrator(app, request)]);
  reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
  if (reasons.length === 0) return reply.send("OK");
  return reply.code(503).send(["Not ready", ...(isAdmin ? reasons : [])].join("\n"));
}

/** Without the store, nobody is known to be one. */
async function isAdministrator(app: App, request: FastifyRequest): Promise<boolean> {
  const { authorization, cookie } = request.headers;
  if (authorization === undefined && cookie === undefined) return false;
  const known = callerOf(app, request).then(({ user }) => user.isAdmin);
  return Promise.race([known.catch(() => false), delay(READY_MS, false, { ref: false })]);
}

/** Trusts only the nearest proxy; callers can forge earlier addresses. */
function isProxyInFront(_address: string, hop: number): boolean {
  return hop === 0;
}

/** Bodies in memory, and files on disk, until the work on them has ended. */
function watchBodies(server: FastifyInstance, { config: { limits } }: App): Record<"memory" | "disk", BodyLimiter> {
  const memory = new BodyLimiter(bodyLimits(limits.bundleBytes));
  const disk = new BodyLimiter(bodyLimits(limits.uploadBytes));
  memory.watch(server, callerKey, (request) => !storesFiles(request));
  disk.watch(server, callerKey, storesFiles);
  return { memory, disk };
}

const storesFiles = ({ routeOptions }: FastifyRequest) => routeOptions.config.storesFiles === true;

function addRoute(server: FastifyInstance, bodySpace: ReturnType<typeof watchBodies>, app: App, route: Route): void {
  const { operation } = route;
  server.route({
    method: operation.method,
    url: operation.path,
    bodyLimit: bodyLimitOf(app, route),
    config: { storesFiles: route.storesFiles === true },
    ...(isAudit(route.policy.audit) && { onSend: (request, reply) => finishAudit(app, request, reply) }),
    onRequest: async (request, reply) => {
      beginAudit(app, route, request);
      try {
        await inSpan("authorize", () => authorize(app, route, request));
      } catch (error) {
        if (isSignedOut(error) && canHoldGuestToken(route, request)) return;
        if (operation.produces !== "text/html" || !isSignedOut(error) || !asksForPage(request)) throw error;
        // The page is requested again after signing in.
        return reply.redirect(signInAddress(request), 303);
      }
    },
    preHandler: async (request) => {
      await checkCsrf(app, route, request);
      if (isLarge(request)) await yieldToEventLoop();
    },
    handler: (request, reply) =>
      inRequest(request, () =>
        (route.storesFiles ? bodySpace.disk : bodySpace.memory).during(request, () =>
          withUploadFolder(app, route, request, (folder) => handle(app, route, [request, reply], folder)),
        ),
      ),
  });
}

/** Reading the body loses the async context. */
const inRequest = <Result>(request: FastifyRequest, work: () => Result): Result =>
  onlyInWork(workOf(request), () => inLocale(localeOf(request), work));

async function handle(
  app: App,
  route: Route,
  [request, reply]: [FastifyRequest, FastifyReply],
  folder: string,
): Promise<unknown> {
  const { operation } = route;
  const inspect = (fields: unknown) => authorizeForm(app, { route, fields }, request);
  const { input, ...files } = await parseRequest(route, request, { inspect, folder }).catch((error: unknown) => {
    // Don't read the rest of a rejected form.
    if (!operation.multipart && request.isMultipart() && !request.raw.complete) reply.header("connection", "close");
    throw error;
  });
  if (isLarge(request)) await yieldToEventLoop();
  reply.code(operation.status ?? 200);
  const ctx = contextOf(app, [request, reply], files);
  const answer = await runAsUser(userKeyOf(ctx.user, request.ip), () => runAudited(ctx, route, input));
  if (reply.sent) return reply;
  return inSpan("respond", () => sendResponse(request, reply, answer));
}

function isLarge({ headers }: FastifyRequest): boolean {
  return (
    Number(headers["content-length"] ?? LARGE_BODY_BYTES) >= LARGE_BODY_BYTES && headers["content-type"] !== undefined
  );
}

function bodyLimitOf({ config: { limits } }: App, { operation, storesFiles, bodyLimit = BODY_BYTES }: Route): number {
  if (operation.multipart) return storesFiles ? limits.uploadBytes : limits.bundleBytes;
  return Math.min(bodyLimit, limits.bodyBytes);
}

function isSignedOut(error: unknown): boolean {
  return error instanceof TesseraError && error.status === 401;
}

interface Address {
  readonly method: string;
  readonly path: string;
}

function notFoundHandler(addresses: readonly Address[]) {
  const methodsAt = methodsByPath(addresses);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsAt(pathOf(request));
    if (methods.length > 0) reply.header("allow", methods.join(", "));
    if (methods.length > 0 && request.method === "OPTIONS") return reply.code(200).send();
    const error = methods.length > 0 ? methodNotAllowed() : notFoundAt(pathOf(request));
    return sendKnown(error, [request, reply]);
  };
}

const methodNotAllowed = () =>
  typedError("GENERIC_BACKEND_ERROR", t("405 Method Not Allowed: The method is not allowed for the requested URL."), {
    status: 405,
  });

const notFoundAt = (path: string) =>
  typedError("GENERIC_BACKEND_ERROR", t("404 Not Found: nothing found at {path}", { path }), { status: 404 });

function methodsByPath(addresses: readonly Address[]): (path: string) => string[] {
  const known = [...Map.groupBy(addresses, ({ path }) => path.replace(/\/$/, ""))].map(([path, found]) => ({
    pattern: new RegExp(`^${path.replace(/[.+*()]/g, "\\$&").replace(/:\w+/g, "[^/]+")}/?$`),
    methods: found.map(({ method }) => method),
  }));
  return (path) => {
    const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods);
    if (methods.length === 0) return [];
    return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].sort();
  };
}
