import type { ChartRequest } from "./recorder.ts";
import { compareResults } from "./rows.ts";

export interface ChartLine {
  dashboard: string;
  name: string;
  vizType: string;
  stored: Record<string, unknown>;
  /** Undefined if Superset's page requested nothing. */
  there?: ChartRequest;
  here?: ChartRequest;
  isDrawn: boolean;
  problem?: string;
  /** Why this user didn't see the chart; undefined if they did. */
  gamma: string | undefined;
  guest: string | undefined;
}

export type Outcome = "same" | "tie" | "listed" | "different" | "not compared";

export function outcomeOf({ there, here }: ChartLine): { outcome: Outcome; text: string } {
  if (!there) return { outcome: "not compared", text: "Superset's page requested nothing" };
  if (!here) return { outcome: "different", text: "Tessera's page requested nothing" };
  if (there.error || here.error) {
    const text = `there: ${there.error ?? "answered"}; here: ${here.error ?? "answered"}`;
    return { outcome: there.error && here.error ? "same" : "different", text };
  }
  const count = Math.max(there.results.length, there.legacy ? 1 : here.results.length);
  const verdicts = Array.from({ length: count }, (_, at) =>
    compareResults(there.results[at] ?? {}, here.results[at] ?? {}, there.queries[at] ?? here.queries[at]),
  );
  const text = verdicts.flatMap((one) => (one.kind === "same" ? [] : [one.text])).join(" | ");
  const has = (kind: string) => verdicts.some((one) => one.kind === kind);
  const outcome = (["different", "listed", "tie"] as const).find(has) ?? "same";
  return { outcome, text };
}

export function printLine(line: ChartLine): void {
  const { outcome, text } = outcomeOf(line);
  const drawn = line.isDrawn ? "drawn" : `NOT DRAWN (${line.problem ?? "no tile"})`;
  const missing = [line.gamma && `Gamma: ${line.gamma}`, line.guest && `guest: ${line.guest}`];
  const notes = [drawn, ...missing, text].filter(Boolean).join("; ");
  console.log(`  ${outcome.padEnd(12)} ${line.vizType.padEnd(26)} ${line.name.slice(0, 40).padEnd(41)} ${notes}`);
}

export function printTable(lines: readonly ChartLine[], changes: readonly string[]): void {
  const count = (holds: (line: ChartLine) => boolean) => lines.filter(holds).length;
  const of = (outcome: Outcome) => count((line) => outcomeOf(line).outcome === outcome);
  const rows: [string, string][] = [
    ["charts drawn", `${count(({ isDrawn }) => isDrawn)} of ${lines.length}`],
    ["same rows", `${of("same")}`],
    ["same except ties at LIMIT", `${of("tie")}`],
    ["differences that are listed", `${of("listed")}`],
    ["different rows", `${of("different")}`],
    ["not compared", `${of("not compared")}`],
    ["answered for Gamma", `${count(({ gamma }) => !gamma)}`],
    ["answered for a guest", `${count(({ guest }) => !guest)}`],
    ["settings changed by opening", changes.length === 0 ? "none" : changes.join(", ")],
  ];
  console.log("");
  for (const [name, value] of rows) console.log(`${name.padEnd(30)} ${value}`);
}
