import type { ByValue } from "../../model/report.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type AskOptions, type Condition, labeledRows, type Outcome } from "./condition.ts";
import type { RunRow } from "./runs-store.ts";
import type { ReportRecord } from "./store.ts";
import {
  checkedValues,
  MAX_VALUES,
  markSent,
  messageOf,
  nextStep,
  type Step,
  setValues,
  silencesOf,
  silencing,
  valuesOfAlert,
} from "./values.ts";

export interface ValuesOutcome extends Outcome {
  isHeldBack: boolean;
  /** Call after the message is sent. */
  markSent(): Promise<void>;
}

/** Checks the condition for each value and saves their states. Triggered if there is something to send. */
export async function checkValues(
  { app, report, run, user }: Actor & { report: ReportRecord; run: Pick<RunRow, "now"> },
  { condition, byValue }: { condition: Condition; byValue: ByValue },
  options: AskOptions,
): Promise<ValuesOutcome> {
  const rows = await labeledRows({ app, user }, condition, { ...options, mostRows: MAX_VALUES });
  const checked = checkedValues(rows, condition);
  const step = nextStep(await valuesOfAlert(app.db, report.id), checked, {
    ...byValue,
    now: run.now,
    graceSeconds: report.grace_period,
    isSilenced: silencing(await silencesOf(app.db, report.id, run.now)),
  });
  await setValues(app.db, report.id, step.values);
  return {
    value: firingOf(step),
    isTriggered: step.firing.length + step.recovered.length > 0,
    isHeldBack: step.isHeldBack,
    text: messageOf(step, checked),
    rowCount: rows.length,
    markSent: () => setValues(app.db, report.id, markSent(step, run.now)),
  };
}

const firingOf = ({ values }: Step) => values.filter(({ state }) => state === "Firing").length;
