import type { WebSocket } from "@fastify/websocket";
import type { App } from "../../server/app.ts";
import type { Noun } from "../../server/events.ts";
import { permission, type SocketRoute } from "../../server/http/route.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { DASHBOARD_READ, openDashboard } from "../dashboard/index.ts";
import { ASSET_CHANGES_SOCKET, DASHBOARD_CHANGES_SOCKET } from "./contract.ts";

const NOUNS = ["database", "dataset", "chart", "dashboard", "tag", "row-level-security", "role"] as const;

/** One save announces several objects. */
const BATCH_MS = 5;

/** Announces only that something changed: what it is, is read by other calls. */
export const CHANGE_SOCKETS: readonly SocketRoute[] = [
  {
    path: ASSET_CHANGES_SOCKET,
    policy: permission("can_export", "ImportExportRestApi"),
    when: () => true,
    open: async ({ app }, socket) => announce(app, socket, () => true),
  },
  {
    path: DASHBOARD_CHANGES_SOCKET,
    policy: DASHBOARD_READ,
    when: () => true,
    open: async ({ app, user, request }, socket) => {
      const { id } = request.query as { id?: unknown };
      const uses = await usesOf({ app, user }, String(id)).catch(() => undefined);
      if (!uses) return socket.close(1008, "No access");
      announce(app, socket, uses);
    },
  },
];

type Uses = (noun: Noun, id: number) => boolean | Promise<boolean>;

/** Whether the dashboard shows the object. */
async function usesOf({ app, user }: Actor, reference: string): Promise<Uses> {
  const dashboard = await openDashboard(app, user, reference);
  return async (noun, id) => {
    if (noun === "dashboard") return id === dashboard.id;
    if (noun !== "chart" && noun !== "dataset") return false;
    const found = await app.db
      .selectFrom("dashboard_charts")
      .innerJoin("charts", "charts.id", "dashboard_charts.chart_id")
      .select("charts.id")
      .where("dashboard_charts.dashboard_id", "=", dashboard.id)
      .where(noun === "chart" ? "charts.id" : "charts.datasource_id", "=", id)
      .executeTakeFirst();
    return found !== undefined;
  };
}

function announce(app: App, socket: WebSocket, uses: Uses): void {
  const changed = new Map<string, { noun: Noun; id: number }>();
  let timer: NodeJS.Timeout | undefined;
  const send = async () => {
    timer = undefined;
    const all = [...changed.values()];
    changed.clear();
    const used = await Promise.all(all.map(({ noun, id }) => uses(noun, id)));
    const shown = all.filter((_, i) => used[i]);
    if (shown.length > 0) socket.send(JSON.stringify(shown));
  };
  const stops = NOUNS.map((noun) =>
    app.events.onChanged(noun, (id = 0) => {
      changed.set(`${noun} ${id}`, { noun, id });
      timer ??= setTimeout(() => void send().catch(() => socket.close(1011, "Could not read changes")), BATCH_MS);
    }),
  );
  socket.on("close", () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
}
