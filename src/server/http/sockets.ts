import type { FastifyInstance } from "fastify";
import { t } from "../../i18n/translate.ts";
import { tooManyRequests } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { networkOf } from "../fair-share.ts";
import type { User } from "../user.ts";
import { authorizePolicy, checkOrigin } from "./request-context.ts";
import type { Resource, SocketRoute } from "./route.ts";

const PING_MS = 20_000;
const MAX_MESSAGE_BYTES = 1024;
const CLOSE_SIGNED_OUT = 4401;
const CLOSE_TRY_LATER = 1013;
const RETRY_SECONDS = 60;
const MAX_PER_USER = 100;
/** Visitors and guests can't be told apart by accounts. */
const MAX_PER_NETWORK = 1000;

const openSockets = (_: App) => new Map<string, number>();

/** Each open one is notified of every change. */
class SocketLimit {
  readonly #counts: Map<string, number>;
  readonly #key: string;
  readonly #most: number;

  constructor(app: App, { id }: Pick<User, "id">, address: string) {
    this.#counts = app.once(openSockets);
    this.#key = id > 0 ? String(id) : networkOf(address);
    this.#most = id > 0 ? MAX_PER_USER : MAX_PER_NETWORK;
  }

  get isReached(): boolean {
    return this.#count >= this.#most;
  }

  add(): void {
    this.#counts.set(this.#key, this.#count + 1);
  }

  remove(): void {
    const left = this.#count - 1;
    if (left > 0) this.#counts.set(this.#key, left);
    else this.#counts.delete(this.#key);
  }

  get #count(): number {
    return this.#counts.get(this.#key) ?? 0;
  }
}

export async function addSockets(server: FastifyInstance, app: App, resources: readonly Resource[]): Promise<void> {
  const sockets = resources.flatMap((resource) => resource.sockets ?? []).filter(({ when }) => when(app.config));
  if (sockets.length === 0) return;
  const { default: websocket } = await import("@fastify/websocket");
  await server.register(websocket, { options: { maxPayload: MAX_MESSAGE_BYTES } });
  for (const route of sockets) addSocket(server, app, route);
}

function addSocket(server: FastifyInstance, app: App, route: SocketRoute): void {
  server.route({
    method: "GET",
    url: route.path,
    onRequest: async (request) => {
      checkOrigin(request);
      const user = await authorizePolicy(app, route.policy, request);
      if (new SocketLimit(app, user, request.ip).isReached)
        throw tooManyRequests(
          t("Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", {
            seconds: RETRY_SECONDS,
          }),
          RETRY_SECONDS,
        );
    },
    handler: (_request, reply) => reply.code(426).send({ message: t("Upgrade Required") }),
    wsHandler: async (socket, request) => {
      const ping = setInterval(() => void keepAlive(), PING_MS);
      let isAlive = true;
      socket.on("pong", () => {
        isAlive = true;
      });
      socket.on("close", () => clearInterval(ping));
      socket.on("error", () => socket.terminate());
      async function keepAlive(): Promise<void> {
        if (!isAlive) return socket.terminate();
        isAlive = false;
        const isAllowed = await authorizePolicy(app, route.policy, request).then(
          () => true,
          () => false,
        );
        if (!isAllowed) return socket.close(CLOSE_SIGNED_OUT, "Signed out");
        socket.ping();
      }
      const user = await authorizePolicy(app, route.policy, request);
      const limit = new SocketLimit(app, user, request.ip);
      if (limit.isReached) return socket.close(CLOSE_TRY_LATER, "Too many connections");
      if (socket.readyState !== socket.OPEN) return;
      limit.add();
      socket.on("close", () => limit.remove());
      await route.open({ app, user, request }, socket);
    },
  });
}
