import type { WebSocket } from "@fastify/websocket";
import { t } from "../../i18n/translate.ts";
import { missingAuthorization, typedError } from "../../model/errors.ts";
import { permission, type Resource, route } from "../../server/http/route.ts";
import { jobEvents, MAX_READ } from "../../server/jobs/job-events.ts";
import type { User } from "../../server/user.ts";
import { channelOf } from "./channel.ts";
import { ASYNC_EVENTS_SOCKET, getAsyncEvents } from "./contract.ts";

const LIST = permission("can_list", "AsyncEventsRestApi");

/** Users without this permission, such as visitors, would wait for the job's events forever. */
export const canReadEvents = (user: User) => user.can("can_list", "AsyncEventsRestApi");

export const asyncEvents: Resource = {
  name: "async-event",
  routes: [
    route(getAsyncEvents, LIST, async ({ app, request, user }, { query }) => {
      const channel = await channelOf(app, request, user);
      if (!channel) throw missingAuthorization();
      const result = await app
        .once(jobEvents)
        .read(channel, query.last_id)
        .catch((cause) => {
          throw typedError("ASYNC_WORKERS_ERROR", t("Events are unavailable right now."), { status: 503, cause });
        });
      return { result };
    }),
  ],
  sockets: [
    {
      path: ASYNC_EVENTS_SOCKET,
      policy: LIST,
      when: ({ features }) => features.globalAsyncQueries,
      open: async ({ app, request, user }, socket) => {
        const channel = await channelOf(app, request, user);
        if (!channel) return socket.close(1008, "Missing channel");
        const { last_id: last } = request.query as { last_id?: unknown };
        const sender = new Sender(socket, (after) => app.once(jobEvents).read(channel, after));
        const stop = app.once(jobEvents).listen(channel, () => sender.sendNew());
        socket.on("close", stop);
        sender.start(typeof last === "string" ? last : undefined);
      },
    },
  ],
};

type Read = (after: string | undefined) => ReturnType<ReturnType<typeof jobEvents>["read"]>;

class Sender {
  readonly #socket: WebSocket;
  readonly #read: Read;
  #last: string | undefined;
  #state: "idle" | "sending" | "again" = "idle";

  constructor(socket: WebSocket, read: Read) {
    this.#socket = socket;
    this.#read = read;
  }

  start(last: string | undefined): void {
    this.#last = last;
    this.sendNew();
  }

  sendNew(): void {
    if (this.#state !== "idle") {
      this.#state = "again";
      return;
    }
    void this.#send().catch(() => this.#socket.close(1011, "Could not read events"));
  }

  async #send(): Promise<void> {
    do {
      this.#state = "sending";
      const events = await this.#read(this.#last);
      for (const event of events) this.#socket.send(JSON.stringify(event));
      this.#last = events.at(-1)?.id ?? this.#last;
      if (events.length === MAX_READ) this.#state = "again";
    } while ((this.#state as string) === "again");
    this.#state = "idle";
  }
}
