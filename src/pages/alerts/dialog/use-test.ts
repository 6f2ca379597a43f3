import { useRef, useState } from "react";
import { test } from "../../../api/report/contract.ts";
import { call } from "../../../web/client/client.ts";
import { nowMs } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { conditionOf } from "./condition.ts";
import type { Draft } from "./draft.ts";

interface Tried {
  /** What was tried. */
  key: string;
  at: number;
  draft: Pick<Draft, "op" | "threshold">;
  outcome?: Awaited<ReturnType<typeof ask>>;
  problem?: string;
}

const ask = async (body: NonNullable<ReturnType<typeof conditionOf>>) => (await call(test, { body })).result;

/** Asks the query of an alert now. Nothing is sent. */
export function useTest(draft: Draft) {
  const [tried, setTried] = useState<Tried>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);
  const condition = conditionOf(draft);
  const key = JSON.stringify(condition);
  const run = async () => {
    if (!condition) return;
    const own = ++latest.current;
    setBusy(true);
    const found = await ask(condition).then(
      (outcome) => ({ outcome }),
      (error) => ({ problem: toApiError(error).message }),
    );
    if (own !== latest.current) return;
    setTried({ key, at: nowMs(), draft: { op: draft.op, threshold: draft.threshold }, ...found });
    setBusy(false);
  };
  return { tried, isBusy, isStale: tried !== undefined && tried.key !== key, canRun: condition !== undefined, run };
}

export type Trial = ReturnType<typeof useTest>;
