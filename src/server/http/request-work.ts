import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { startSpan, validTraceparent } from "../span.ts";
import { onlyInWork, type Span, type WorkContext } from "../work-context.ts";
import { pathOf } from "./request-context.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

const works = new WeakMap<FastifyRequest, WorkContext>();

export const workOf = (request: FastifyRequest): WorkContext => works.get(request) ?? { requestId: request.id };

/** From here on, log lines and spans name the request. */
export function addRequestWork(server: FastifyInstance): void {
  server.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    const work = { requestId: request.id, span: requestSpan(request, reply) };
    works.set(request, work);
    onlyInWork(work, done);
  });
}

const UNTRACED = /^\/(static\/|(health|healthcheck|ping|ready|metrics)$)/;

/** Addresses may have names and tokens, so only the route is sent. */
function requestSpan(request: FastifyRequest, reply: FastifyReply): Span | undefined {
  if (UNTRACED.test(pathOf(request))) return undefined;
  const { url: route = "page" } = request.routeOptions;
  const span = startSpan(`${request.method} ${route}`, {
    kind: "server",
    parent: validTraceparent(request.headers.traceparent),
    attributes: { "http.request.method": request.method, "http.route": route, "tessera.request_id": request.id },
  });
  if (!span) return undefined;
  const end = () => {
    span.set({ "http.response.status_code": reply.statusCode });
    span.end(reply.statusCode >= 500 ? { status: reply.statusCode } : undefined);
  };
  // Also emitted when the client disconnects. The span of the response ends in the same turn.
  reply.raw.once("close", () => setImmediate(end));
  return span;
}
