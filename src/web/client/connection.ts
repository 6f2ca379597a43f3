import { create } from "zustand";
import { later, nowMs } from "./clock.ts";

/**
 * Tracks whether the server is reachable. A failed call starts polling `/health` with growing delays; the first
 * response ends it and reloads everything on the page.
 */
export interface Connection {
  kind: "online" | "offline";
  /** Time of the next attempt, in epoch milliseconds. */
  retryAt: number;
}

const INITIAL_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;

export const useConnection = create<Connection>(() => ({ kind: "online", retryAt: 0 }));

const listeners = new Set<() => void>();
let delayMs = INITIAL_DELAY_MS;
let cancel = () => {};

/** Called when the server is reachable again or the user signs in again. Returns an unsubscribe function. */
export function onReconnected(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function connectionLost(): void {
  if (useConnection.getState().kind === "offline") return;
  delayMs = INITIAL_DELAY_MS;
  schedule();
}

export function retryNow(): void {
  cancel();
  void attempt();
}

/** Starts polling if it isn't. */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch("/health", { cache: "no-store" });
    return true;
  } catch {
    connectionLost();
    return false;
  }
}

export function connectionFound(): void {
  if (useConnection.getState().kind === "online") return;
  cancel();
  useConnection.setState({ kind: "online", retryAt: 0 });
  notifyReconnected();
}

export function notifyReconnected(): void {
  for (const listener of listeners) listener();
}

function schedule(): void {
  useConnection.setState({ kind: "offline", retryAt: nowMs() + delayMs });
  cancel = later(delayMs, () => void attempt());
  delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
}

async function attempt(): Promise<void> {
  try {
    await fetch("/health", { cache: "no-store" });
    connectionFound();
  } catch {
    schedule();
  }
}
