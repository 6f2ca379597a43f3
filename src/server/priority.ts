import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

export function lowerPriority({ pid }: ChildProcess, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // The process has ended or the system doesn't allow it; it keeps the server's priority.
  }
}

/** On Linux each thread has its own priority. */
export function setLowestPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // The process has ended or the system doesn't allow it.
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
