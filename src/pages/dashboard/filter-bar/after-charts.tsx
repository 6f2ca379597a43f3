import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { later } from "../../../web/client/clock.ts";
import { useView } from "../state/context.ts";
import { progressOf } from "../state/store.ts";

/** After this, filters no longer wait for slow charts (ms). */
const MAX_WAIT_MS = 1000;

const CanLoad = createContext(true);

/** Whether filters may request their values; visible charts load first. */
export const useCanLoadFilters = () => useContext(CanLoad);

export function AfterCharts({ children }: { children: ReactNode }) {
  const areDone = useView((view) => {
    const { total, done } = progressOf(view, cachedAt);
    return total > 0 && done === total;
  });
  const [canLoad, setCanLoad] = useState(false);
  if (areDone && !canLoad) setCanLoad(true);
  useEffect(() => (canLoad ? undefined : later(MAX_WAIT_MS, () => setCanLoad(true))), [canLoad]);
  return <CanLoad value={canLoad}>{children}</CanLoad>;
}
