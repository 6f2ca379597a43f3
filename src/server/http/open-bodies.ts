import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Connections whose request body does not end: clients that send it slowly, or that go on after the answer. */

export interface OpenBodyLimits {
  /** Without any byte of the body. */
  idleMs: number;
  /** From then on the body must have come at this rate. */
  graceMs: number;
  bytesPerSecond: number;
  /** How long a client that still sends may take to read the answer. */
  lingerMs: number;
}

export const OPEN_BODY_LIMITS: OpenBodyLimits = {
  idleMs: 30_000,
  graceMs: 30_000,
  bytesPerSecond: 2000,
  lingerMs: 1000,
};

/** What is left of a body of this size is read and dropped, so that the connection can be used again. */
const SMALL_BODY = 1_000_000;
const LOOK_MS = 20;
const TIMEOUT_ANSWER = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Ends connections with a 408 while a body comes too slowly, and after the answer while a large one goes on. */
export function limitOpenBodies(server: FastifyInstance, limits = OPEN_BODY_LIMITS): void {
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

/** Not what the server asks itself. */
const isConnected = ({ raw }: FastifyRequest) => raw.socket instanceof Socket;

const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** By what the socket has read: a listener of the body itself would take it from its parser. */
function watch({ raw }: FastifyRequest, limits: OpenBodyLimits): void {
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
    timeOut(socket);
  }, Math.min(limits.idleMs, limits.graceMs) / 6);
  timer.unref();
  raw.once("close", () => clearInterval(timer));
}

/** Node reads and drops what comes after the answer, without an end. A client needs a moment to see the answer. */
function lingerThenEnd(socket: Socket, lingerMs: number): void {
  const start = { ms: performance.now(), bytes: socket.bytesRead };
  const timer = setInterval(() => {
    const isOver = socket.bytesRead - start.bytes > SMALL_BODY || performance.now() - start.ms >= lingerMs;
    if (isOver) socket.destroy();
    if (socket.destroyed) clearInterval(timer);
  }, LOOK_MS);
  timer.unref();
}

function timeOut(socket: Socket): void {
  if (socket.writable) socket.write(TIMEOUT_ANSWER);
  socket.destroySoon();
}
