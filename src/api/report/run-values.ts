import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { ByValue } from "../../model/report.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type AssertionStatus, assertionStatuses } from "../assertion/index.ts";
import { type AskOptions, type Condition, labeledRows, type Outcome } from "./condition.ts";
import type { RunRow } from "./runs-store.ts";
import type { ReportRecord } from "./store.ts";
import {
  type CheckedValue,
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

interface ValueRun extends Actor {
  report: ReportRecord;
  run: Pick<RunRow, "now">;
}

/** Checks the condition for each value and saves their states. Triggered if there is something to send. */
export async function checkValues(
  running: ValueRun,
  { condition, byValue }: { condition: Condition; byValue: ByValue },
  options: AskOptions,
): Promise<ValuesOutcome> {
  const rows = await labeledRows(running, condition, { ...options, mostRows: MAX_VALUES });
  return outcomeOfValues(running, checkedValues(rows, condition), byValue);
}

/** Each assertion is a value that meets the condition while it fails. */
export async function checkAssertions(
  running: ValueRun,
  { ids, byValue }: { ids: readonly number[]; byValue: ByValue },
): Promise<ValuesOutcome> {
  const found = await assertionStatuses(running, ids);
  if (found.length === 0) throw unprocessable(t("The alert's assertions don't exist."));
  return outcomeOfValues(
    running,
    found.map((status) => assertionValue(status, found)),
    byValue,
  );
}

function assertionValue(
  { id, name, isFailing, message }: AssertionStatus,
  all: readonly AssertionStatus[],
): CheckedValue {
  const isOnly = all.every((other) => other.id === id || other.name !== name);
  const label = JSON.stringify(isOnly ? [name] : [name, id]);
  return { label, outcome: { value: null, isTriggered: isFailing, text: message, rowCount: all.length } };
}

async function outcomeOfValues(
  { app, report, run }: ValueRun,
  checked: readonly CheckedValue[],
  byValue: ByValue,
): Promise<ValuesOutcome> {
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
    rowCount: checked.length,
    markSent: () => setValues(app.db, report.id, markSent(step, run.now)),
  };
}

const firingOf = ({ values }: Step) => values.filter(({ state }) => state === "Firing").length;
