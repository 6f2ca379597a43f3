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

/** Gives a running process the lowest priority, thread by thread. */
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

/** On Linux each thread has a priority of its own. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
