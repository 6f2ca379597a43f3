import type { QueryClient } from "@tanstack/react-query";
import { DASHBOARD_CHANGES_SOCKET } from "../../../api/assets/contract.ts";
import { later } from "../../../web/client/clock.ts";
import { onReconnected } from "../../../web/client/connection.ts";
import { reloadDashboard } from "./reload.ts";
import type { DashboardStore } from "./store.ts";

/** If the connection ends while the server seems reachable, such as at a proxy's time limit. */
const RETRY_MS = 60_000;

interface Changed {
  noun: string;
  id: number;
}

/** Shows what others save on the dashboard, its charts and their datasets. Returns a function that stops it. */
export function followChanges(store: DashboardStore, client: QueryClient): () => void {
  let socket: WebSocket | undefined;
  let cancelRetry = () => {};
  let isStopped = false;
  const { detail } = store.getState().dashboard;
  const show = inTurn((changed: readonly Changed[]) => showChanges(store, client, changed));
  const connect = (isAgain: boolean) => {
    cancelRetry();
    if (isStopped || socket?.readyState === WebSocket.OPEN) return;
    const address = new URL(DASHBOARD_CHANGES_SOCKET, window.location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("id", String(detail.id));
    socket = new WebSocket(address);
    if (isAgain) socket.addEventListener("open", () => show([]));
    socket.addEventListener("message", ({ data }) => {
      if (!isStopped) show(JSON.parse(String(data)) as Changed[]);
    });
    socket.addEventListener("close", ({ code }) => {
      const isRefused = code === POLICY_VIOLATION;
      if (!isStopped && !isRefused) cancelRetry = later(RETRY_MS, () => connect(true));
    });
  };
  connect(false);
  const forget = onReconnected(() => connect(true));
  return () => {
    isStopped = true;
    forget();
    cancelRetry();
    socket?.close();
  };
}

const POLICY_VIOLATION = 1008;

/** A request that is underway may not have what was saved after it was sent, so another one follows it. */
function inTurn<T>(act: (items: readonly T[]) => Promise<void>): (items: readonly T[]) => void {
  let waiting: T[] | undefined;
  let isActing = false;
  return async (items) => {
    waiting = [...(waiting ?? []), ...items];
    if (isActing) return;
    isActing = true;
    try {
      while (waiting) {
        const next: readonly T[] = waiting;
        waiting = undefined;
        await act(next);
      }
    } finally {
      isActing = false;
    }
  };
}

async function showChanges(store: DashboardStore, client: QueryClient, changed: readonly Changed[]): Promise<void> {
  const next = await reloadDashboard(store, client).catch(() => undefined);
  if (!next) return;
  const datasets = new Set(changed.filter(({ noun }) => noun === "dataset").map(({ id }) => id));
  const charts = [...next.charts.values()].filter((chart) =>
    datasets.has(Number.parseInt(chart.form_data.datasource ?? "", 10)),
  );
  if (charts.length > 0)
    store.getState().refreshCharts(
      charts.map(({ id }) => id),
      false,
    );
}
