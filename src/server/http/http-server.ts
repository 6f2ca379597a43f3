import fastifyCookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify from "fastify";
import { nanoid } from "nanoid";
import { inLocale } from "../../i18n/node.ts";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { nextTurn } from "../in-turns.ts";
import { jobDesk } from "../jobs/jobs.ts";
import { personOf, workingFor } from "../person.ts";
import { sendAnswer } from "./answers.ts";
import { addBodyParsers, parseRequest } from "./body.ts";
import { pathOf, sendFailure } from "./failures.ts";
import { HeldBodies, heldBodyLimits } from "./held-bodies.ts";
import { limitOpenBodies } from "./open-bodies.ts";
import { addPages, asksForPage, signInAddress } from "./pages.ts";
import {
  authorise,
  authoriseForm,
  callingPerson,
  checkCsrf,
  contextOf,
  localeOf,
  mayHoldGuestToken,
} from "./request-context.ts";
import { checkedRoutes, type Resource, type Route, routeRegistry } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";
import { addSockets } from "./sockets.ts";

const MAX_HEADER_BYTES = 65_536;
const MAX_PARAM_LENGTH = 1000;
const HEADERS_MS = 30_000;
const BODY_BYTES = 1024 * 1024;
const LARGE_BODY_BYTES = 500_000;
const CLOSE_GRACE_MS = 5000;
const HEALTH_PATHS = ["/health", "/healthcheck", "/ping"];

/** The server over the resources. It does not listen yet; closing it lets running requests end for some seconds. */
export async function createHttpServer(app: App, resources: readonly Resource[]): Promise<FastifyInstance> {
  const routes = checkedRoutes(resources);
  app.once(routeRegistry).routes = routes;
  await app.once(jobDesk).open(resources.flatMap((resource) => resource.jobs ?? []));
  const server = Fastify({
    logger: false,
    trustProxy: app.config.trustProxy && isProxyInFront,
    bodyLimit: app.config.limits.bodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    genReqId: () => nanoid(),
    requestIdHeader: false,
    forceCloseConnections: "idle",
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 6 },
    frameworkErrors: (error, request, reply) => sendFailure(app, error, [request, reply]),
  });
  limitOpenBodies(server);
  const held = new HeldBodies(heldBodyLimits(app.config.limits.uploadBytes));
  held.watch(server, callingPerson);
  await server.register(fastifyCookie);
  addBodyParsers(server, app);
  const headers = securityHeaders(app.config.mapTiles);
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    inLocale(localeOf(request), done);
  });
  server.addHook("preClose", async () => {
    setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
  server.setErrorHandler((error, request, reply) => sendFailure(app, error, [request, reply]));
  for (const path of HEALTH_PATHS) server.get(path, (_request, reply) => reply.type("text/plain").send("OK"));
  await addSockets(server, app, resources);
  for (const route of routes) addRoute(server, held, app, route);
  const health = HEALTH_PATHS.map((path) => ({ method: "GET", path }));
  addPages(server, app, { resources, sendMissing: missingAnswer([...routes.map((one) => one.operation), ...health]) });
  return server;
}

/** Only what the proxy in front wrote itself is believed: callers can write any address before that. */
function isProxyInFront(_address: string, hop: number): boolean {
  return hop === 0;
}

function addRoute(server: FastifyInstance, held: HeldBodies, app: App, route: Route): void {
  const { operation } = route;
  server.route({
    method: operation.method,
    url: operation.path,
    bodyLimit: bodyLimitOf(app, route),
    onRequest: async (request, reply) => {
      try {
        await authorise(app, route, request);
      } catch (error) {
        if (isSignedOut(error) && mayHoldGuestToken(route, request)) return;
        if (operation.produces !== "text/html" || !isSignedOut(error) || !asksForPage(request)) throw error;
        // The page is asked for anew after signing in.
        return reply.redirect(signInAddress(request), 303);
      }
    },
    preHandler: async (request) => {
      await checkCsrf(app, route, request);
      if (isLarge(request)) await nextTurn();
    },
    handler: (request, reply) =>
      inLocale(localeOf(request), () =>
        held.during(request, async () => {
          const look = (fields: unknown) => authoriseForm(app, { route, fields }, request);
          const { input, files } = await parseRequest(route, request, look).catch((error: unknown) => {
            // What is left of a form that is refused half-way is not read.
            if (!operation.multipart && request.isMultipart() && !request.raw.complete)
              reply.header("connection", "close");
            throw error;
          });
          if (isLarge(request)) await nextTurn();
          reply.code(operation.status ?? 200);
          const ctx = contextOf(app, [request, reply], files);
          const answer = await workingFor(personOf(ctx.user, request.ip), async () => route.handler(ctx, input));
          if (reply.sent) return reply;
          return sendAnswer(request, reply, answer);
        }),
      ),
  });
}

/** Parsing it, checking it and working on it are too much for one go. */
function isLarge({ headers }: FastifyRequest): boolean {
  return (
    Number(headers["content-length"] ?? LARGE_BODY_BYTES) >= LARGE_BODY_BYTES && headers["content-type"] !== undefined
  );
}

function bodyLimitOf({ config: { limits } }: App, { operation, bodyLimit = BODY_BYTES }: Route): number {
  return operation.multipart ? limits.uploadBytes : Math.min(bodyLimit, limits.bodyBytes);
}

function isSignedOut(error: unknown): boolean {
  return error instanceof TesseraError && error.status === 401;
}

/** What is asked with a method: a call, or a page of the server itself. */
interface Address {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
}

/**
 * Answers what no route takes: 405 where the address has other methods, which `Allow` names and `OPTIONS` asks for; 404
 * where there is nothing.
 */
function missingAnswer(addresses: readonly Address[]) {
  const methodsAt = methodsByPath(addresses);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsAt(pathOf(request));
    if (methods.length > 0) reply.header("allow", methods.join(", "));
    if (methods.length > 0 && request.method === "OPTIONS") return reply.code(200).send();
    const error = methods.length > 0 ? wrongMethod() : nothingAt(pathOf(request));
    return reply.code(error.status).send(error.body);
  };
}

const wrongMethod = () =>
  typedError("GENERIC_BACKEND_ERROR", "405 Method Not Allowed: The method is not allowed for the requested URL.", {
    status: 405,
  });

const nothingAt = (path: string) =>
  typedError("GENERIC_BACKEND_ERROR", `404 Not Found: there is nothing at ${path}`, { status: 404 });

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
