import { create } from "zustand";
import { later, nowMs } from "./clock.ts";

/**
 * Whether the server can be reached. A failed call starts asking `/health` in growing steps; the first answer ends it
 * and has everything on the page asked again.
 */
export interface Connection {
  kind: "online" | "offline";
  /** When the next attempt is made, epoch milliseconds. */
  retryAt: number;
}

const FIRST_MS = 2000;
const LONGEST_MS = 30_000;

export const useConnection = create<Connection>(() => ({ kind: "online", retryAt: 0 }));

const listeners = new Set<() => void>();
let delayMs = FIRST_MS;
let cancel = () => {};

/** Runs when the server can be reached again, or lets the user in again; returns the way to stop listening. */
export function onReconnected(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A call could not reach the server. */
export function connectionLost(): void {
  if (useConnection.getState().kind === "offline") return;
  delayMs = FIRST_MS;
  schedule();
}

/** Tries at once instead of waiting. */
export function retryNow(): void {
  cancel();
  void attempt();
}

/** Finds out at once whether the server can be reached, and starts to wait for it when it cannot. */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch("/health", { cache: "no-store" });
    return true;
  } catch {
    connectionLost();
    return false;
  }
}

/** A call was answered, whatever the answer. */
export function connectionFound(): void {
  if (useConnection.getState().kind === "online") return;
  cancel();
  useConnection.setState({ kind: "online", retryAt: 0 });
  askAgain();
}

/** Has everything asked again that was refused for a reason which has gone. */
export function askAgain(): void {
  for (const listener of listeners) listener();
}

function schedule(): void {
  useConnection.setState({ kind: "offline", retryAt: nowMs() + delayMs });
  cancel = later(delayMs, () => void attempt());
  delayMs = Math.min(delayMs * 2, LONGEST_MS);
}

async function attempt(): Promise<void> {
  try {
    await fetch("/health", { cache: "no-store" });
    connectionFound();
  } catch {
    schedule();
  }
}
