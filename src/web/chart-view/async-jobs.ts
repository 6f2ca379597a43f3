import { ASYNC_EVENTS_SOCKET, type AsyncEvent, getAsyncEvents } from "../../api/async-event/contract.ts";
import { getAsyncChartData } from "../../api/chart-data/contract.ts";
import { call } from "../client/client.ts";
import { later } from "../client/clock.ts";
import { errorOfResponse } from "../client/errors.ts";
import { readStored, writeStored } from "../session/storage.ts";
import type { ChartAnswer } from "./coordinator.ts";

/**
 * Async queries: a 202 names a job, and the job's event has the URL of its result. Events are polled every half second,
 * or come by websocket if the server offers one, while something is waiting.
 */

const POLL_MS = 500;
const RECONNECT_MS = 2500;
const MAX_RECONNECTS = 6;
const LISTENER_STEP_MS = 100;
const MAX_LISTENER_RETRIES = 6;
const LAST_EVENT_KEY = "last_async_event_id";

type Listener = (event: AsyncEvent) => void;

const listeners = new Map<string, Listener>();
let stopListening: (() => void) | undefined;
/** Per tab: other tabs may have read further. A new tab starts where any tab was last. */
let lastId: string | undefined;

/** Rejects when `signal` aborts. */
export function resultOfJob(job: { job_id: string }, signal: AbortSignal): Promise<ChartAnswer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", leave);
      listeners.delete(job.job_id);
      if (listeners.size > 0) return;
      stopListening?.();
      stopListening = undefined;
    };
    const leave = () => {
      end();
      reject(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    listeners.set(job.job_id, (event) => {
      end();
      outcomeOf(event, signal).then(resolve, reject);
    });
    stopListening ??= usesSocket() ? listenBySocket() : listenByPolling();
  });
}

async function outcomeOf({ status, errors, result_url }: AsyncEvent, signal: AbortSignal): Promise<ChartAnswer> {
  if (status === "error" || result_url === null) throw errorOfResponse(400, { errors });
  const cache_key = decodeURIComponent(result_url.split("/").at(-1) ?? "");
  return { status: 200, body: await call(getAsyncChartData, { params: { cache_key } }, { signal }) };
}

/** An event may arrive before the response that names its job, so wait a little for its listener. */
function deliver(event: AsyncEvent, retries = 0): void {
  const listener = listeners.get(event.job_id);
  if (!listener) {
    if (retries < MAX_LISTENER_RETRIES) later(LISTENER_STEP_MS * (retries + 1), () => deliver(event, retries + 1));
    return;
  }
  if (event.status === "done" || event.status === "error") listener(event);
  // biome-ignore lint/suspicious/noConsole: helps to find out why a chart keeps waiting
  else console.warn(`unknown status of an async query: ${event.status}`);
}

function handleEvents(events: readonly AsyncEvent[]): void {
  const last = events.at(-1);
  if (last) {
    lastId = last.id;
    writeStored(LAST_EVENT_KEY, last.id);
  }
  for (const event of events) deliver(event);
}

function lastEventId(): string | undefined {
  lastId ??= readStored<string | null>(LAST_EVENT_KEY, null) ?? undefined;
  return lastId;
}

function usesSocket(): boolean {
  return /(?:^|;\s*)async-transport=ws(?:;|$)/.test(document.cookie);
}

function listenByPolling(): () => void {
  const stopped = new AbortController();
  let cancel = later(POLL_MS, poll);
  function poll(): void {
    const last_id = lastEventId();
    call(getAsyncEvents, { query: last_id === undefined ? {} : { last_id } }, { signal: stopped.signal })
      .then(({ result }) => handleEvents(result))
      .catch(() => undefined)
      .finally(() => {
        if (!stopped.signal.aborted) cancel = later(POLL_MS, poll);
      });
  }
  return () => {
    stopped.abort();
    cancel();
  };
}

function listenBySocket(): () => void {
  let reconnects = 0;
  let stop = connect();
  function connect(): () => void {
    const address = new URL(ASYNC_EVENTS_SOCKET, window.location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const last = lastEventId();
    if (last !== undefined) address.searchParams.set("last_id", last);
    const socket = new WebSocket(address);
    let isStopped = false;
    socket.addEventListener("open", () => {
      reconnects = 0;
    });
    socket.addEventListener("message", ({ data }) => handleEvents([JSON.parse(String(data)) as AsyncEvent]));
    socket.addEventListener("close", () => {
      if (isStopped) return;
      reconnects += 1;
      if (reconnects > MAX_RECONNECTS) stop = listenByPolling();
      else stop = later(RECONNECT_MS, reconnect);
    });
    return () => {
      isStopped = true;
      socket.close();
    };
  }
  function reconnect(): void {
    stop = connect();
  }
  return () => stop();
}
