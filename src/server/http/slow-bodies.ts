import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Limits for clients that send a body slowly, or keep sending after the response. */

export interface SlowBodyLimits {
  idleMs: number;
  graceMs: number;
  bytesPerSecond: number;
  /** How long a client that still sends gets to read the response. */
  lingerMs: number;
}

export const SLOW_BODY_LIMITS: SlowBodyLimits = {
  idleMs: 30_000,
  graceMs: 30_000,
  bytesPerSecond: 2000,
  lingerMs: 1000,
};

const SMALL_BODY = 1_000_000;
const CHECK_MS = 20;
const TIMEOUT_ANSWER = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

export function limitSlowBodies(server: FastifyInstance, limits = SLOW_BODY_LIMITS): void {
  server.addHook("onRequest", async (request) => {
    if (isConnected(request) && hasBody(request)) watch(request, limits);
  });
  server.addHook("onResponse", async (request) => {
    const { raw, headers } = request;
    if (!isConnected(request) || raw.complete || Number(headers["content-length"] ?? SMALL_BODY + 1) <= SMALL_BODY)
      return;
    lingerThenEnd(raw.socket, limits.lingerMs);
  });
}

/** False for requests that the server injects itself. */
const isConnected = ({ raw }: FastifyRequest) => raw.socket instanceof Socket;

const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Measured on the socket, because a listener on the body would take data from its parser. */
function watch({ raw }: FastifyRequest, limits: SlowBodyLimits): void {
  const { socket } = raw;
  const start = { ms: performance.now(), bytes: socket.bytesRead };
  let last = start;
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer);
    const now = { ms: performance.now(), bytes: socket.bytesRead };
    if (now.bytes > last.bytes) last = now;
    const seconds = (now.ms - start.ms) / 1000;
    const isIdle = now.ms - last.ms >= limits.idleMs;
    const isSlow = now.ms - start.ms >= limits.graceMs && now.bytes - start.bytes < seconds * limits.bytesPerSecond;
    if (!isIdle && !isSlow) return;
    clearInterval(timer);
    sendTimeout(socket);
  }, Math.min(limits.idleMs, limits.graceMs) / 6);
  timer.unref();
  raw.once("close", () => clearInterval(timer));
}

/** Node would read and drop data after the response forever. */
function lingerThenEnd(socket: Socket, lingerMs: number): void {
  const start = { ms: performance.now(), bytes: socket.bytesRead };
  const timer = setInterval(() => {
    const isOver = socket.bytesRead - start.bytes > SMALL_BODY || performance.now() - start.ms >= lingerMs;
    if (isOver) socket.destroy();
    if (socket.destroyed) clearInterval(timer);
  }, CHECK_MS);
  timer.unref();
}

function sendTimeout(socket: Socket): void {
  if (socket.writable) socket.write(TIMEOUT_ANSWER);
  socket.destroySoon();
}
