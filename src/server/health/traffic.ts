import type { FastifyInstance } from "fastify";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";

const RETRY_AFTER_SECONDS = 2;

/** Requests that run. Use it as `app.once(traffic)`. */
export interface Traffic {
  readonly isDraining: boolean;
  readonly running: number;
  begin(): void;
  end(): void;
  /** From now on, new requests are rejected. Resolves when those that run have ended. */
  drain(): Promise<void>;
}

export function traffic(_app: App): Traffic {
  const ended = Promise.withResolvers<void>();
  let running = 0;
  let isDraining = false;
  const endIfIdle = () => {
    if (isDraining && running === 0) ended.resolve();
  };
  return {
    get isDraining() {
      return isDraining;
    },
    get running() {
      return running;
    },
    begin: () => {
      running += 1;
    },
    end: () => {
      running -= 1;
      endIfIdle();
    },
    drain: () => {
      isDraining = true;
      endIfIdle();
      return ended.promise;
    },
  };
}

/** While the server drains, each response closes its connection, so that proxies send the next request elsewhere. */
export function countTraffic(server: FastifyInstance, app: App, isAlwaysAnswered: (path: string) => boolean): void {
  const current = app.once(traffic);
  server.addHook("onRequest", async (request, reply) => {
    if (isAlwaysAnswered(request.url.split("?", 1)[0] ?? "")) return;
    if (current.isDraining) {
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      throw typedError("GENERIC_BACKEND_ERROR", t("The server is restarting. Try again in a moment."), { status: 503 });
    }
    // Closing the connection ends it.
    if (request.headers.upgrade !== undefined) return;
    current.begin();
    // Also emitted when the client disconnects, unlike `onResponse`.
    reply.raw.once("close", current.end);
  });
  server.addHook("onSend", async (_request, reply) => {
    if (current.isDraining) reply.header("connection", "close");
  });
}
