import type { FastifyInstance } from "fastify";
import { t } from "../../i18n/translate.ts";
import type { App } from "../app.ts";
import { authorizePolicy, checkOrigin } from "./request-context.ts";
import type { Resource, SocketRoute } from "./route.ts";

const PING_MS = 20_000;
const MAX_MESSAGE_BYTES = 1024;
const CLOSE_SIGNED_OUT = 4401;

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
      await authorizePolicy(app, route.policy, request);
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
      await route.open({ app, user, request }, socket);
    },
  });
}
