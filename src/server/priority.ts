import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

/** Lets a process, and what it starts, take what processors the others leave. `niceness`: steps below this process. */
export function giveWay({ pid }: ChildProcess, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // It has ended already, or the system does not let us: then it runs as the server does.
  }
}

/** Lets a process that has been running for a while take only what all others leave: each of its threads is told. */
export function giveWayToAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended already, or the system does not let us.
    }
  }
}

/** On Linux a priority is one thread's, elsewhere the process's. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
