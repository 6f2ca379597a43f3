import type { ChildProcess } from "node:child_process";
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
