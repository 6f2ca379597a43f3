import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { later } from "../../../web/client/clock.ts";
import { useView } from "../state/context.ts";
import { progressOf } from "../state/store.ts";

/** Charts that take longer share the engine with the filters. */
const AFTER_MS = 1000;

const Turn = createContext(true);

/** Whether it is the filters' turn to ask for what they offer: the charts in view come first. */
export const useFiltersTurn = () => useContext(Turn);

export function AfterCharts({ children }: { children: ReactNode }) {
  const areDone = useView((view) => {
    const { total, done } = progressOf(view, cachedAt);
    return total > 0 && done === total;
  });
  const [isTurn, setTurn] = useState(false);
  if (areDone && !isTurn) setTurn(true);
  useEffect(() => (isTurn ? undefined : later(AFTER_MS, () => setTurn(true))), [isTurn]);
  return <Turn value={isTurn}>{children}</Turn>;
}
