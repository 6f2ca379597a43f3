import { useRef, useState } from "react";
import { test } from "../../../api/report/contract.ts";
import { call } from "../../../web/client/client.ts";
import { nowMs } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { conditionOf } from "./condition.ts";
import type { Draft } from "./draft.ts";

interface LastTest {
  key: string;
  at: number;
  draft: Pick<Draft, "op" | "threshold">;
  outcome?: Awaited<ReturnType<typeof runTest>>;
  problem?: string;
}

const runTest = async (body: NonNullable<ReturnType<typeof conditionOf>>) => (await call(test, { body })).result;

export function useTest(draft: Draft) {
  const [lastTest, setLastTest] = useState<LastTest>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);
  const condition = conditionOf(draft);
  const key = JSON.stringify(condition);
  const run = async () => {
    if (!condition) return;
    const own = ++latest.current;
    setBusy(true);
    const found = await runTest(condition).then(
      (outcome) => ({ outcome }),
      (error) => ({ problem: toApiError(error).message }),
    );
    if (own !== latest.current) return;
    setLastTest({ key, at: nowMs(), draft: { op: draft.op, threshold: draft.threshold }, ...found });
    setBusy(false);
  };
  return {
    lastTest,
    isBusy,
    isStale: lastTest !== undefined && lastTest.key !== key,
    canRun: condition !== undefined,
    run,
  };
}

export type AlertTest = ReturnType<typeof useTest>;
