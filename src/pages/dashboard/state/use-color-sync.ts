import { useEffect, useRef } from "react";
import { colors as saveColors } from "../../../api/dashboard/contract.ts";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { call } from "../../../web/client.ts";
import { later } from "../../../web/clock.ts";
import { useDashboardPage, useView } from "./context.ts";
import { progressOf } from "./store.ts";

const REST_MS = 2000;

/** Saves the generated label colors for next time if the user can edit. Colors that users set aren't changed. */
export function useColorSync(): void {
  const { store, colors, canEdit } = useDashboardPage();
  const isDone = useView((view) => {
    const { total, done } = progressOf(view, cachedAt);
    return total > 0 && done === total;
  });
  const saved = useRef<string>(undefined);
  useEffect(() => {
    if (!canEdit || !isDone) return;
    return later(REST_MS, () => {
      const { detail, metadata } = store.getState().dashboard;
      saved.current ??= JSON.stringify(sorted(metadata.map_label_colors));
      const generated = { ...metadata.map_label_colors, ...colors.generated() };
      const text = JSON.stringify(sorted(generated));
      if (text === saved.current) return;
      saved.current = text;
      const body = { shared_label_colors: colors.shared(), map_label_colors: generated };
      const query = { mark_updated: "false" };
      call(saveColors, { params: { id: detail.id }, query, body }).catch(() => {
        saved.current = undefined;
      });
    });
  }, [store, colors, canEdit, isDone]);
}

function sorted(map: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
}
