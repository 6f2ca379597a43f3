import { type AttackClass, type Finding, Report, Skip } from "./report.ts";
import { type RunOptions, startRun, type World } from "./world.ts";

export interface Outcome {
  name: string;
  requests: number;
  ms: number;
  findings: Finding[];
  skipped?: string;
}

export interface Listener {
  onOutcome?(outcome: Outcome): void;
  /** Receives a cleanup function, for when the run is interrupted. */
  onStart?(clean: () => Promise<string[]>): void;
}

/** Runs the classes in sequence and always removes what they created. Also returns what couldn't be removed. */
export async function runClasses(options: RunOptions, classes: readonly AttackClass[], listener: Listener = {}) {
  const run = await startRun(options);
  listener.onStart?.(run.clean);
  const outcomes: Outcome[] = [];
  let left: string[] = [];
  try {
    const world = await run.build();
    for (const one of classes) {
      const outcome = await runClass(world, one);
      outcomes.push(outcome);
      listener.onOutcome?.(outcome);
    }
  } finally {
    left = await run.clean();
  }
  return { outcomes, left, requests: run.client.counter.requests };
}

async function runClass(world: World, { name, run }: AttackClass): Promise<Outcome> {
  const report = new Report();
  const { counter } = world.admin;
  const [before, started] = [counter.requests, performance.now()];
  let skipped: string | undefined;
  try {
    await run(world, report);
  } catch (error) {
    if (error instanceof Skip) skipped = error.message;
    else report.findings.push({ request: "set-up", problem: error instanceof Error ? error.message : String(error) });
  }
  const counts = { requests: counter.requests - before, ms: performance.now() - started };
  return { name, ...counts, findings: report.findings, ...(skipped === undefined ? {} : { skipped }) };
}
