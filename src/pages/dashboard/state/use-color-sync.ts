import { useEffect, useRef } from "react";
import { colors as saveColors } from "../../../api/dashboard/contract.ts";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { call } from "../../../web/client/client.ts";
import { later } from "../../../web/client/clock.ts";
import { useDashboardPage, useView } from "./context.ts";
import { progressOf } from "./store.ts";

const SAVE_DELAY_MS = 2000;

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
    return later(SAVE_DELAY_MS, () => {
      const { detail, metadata } = store.getState().dashboard;
      const { map_label_colors, shared_label_colors: shared } = metadata;
      const stored = Array.isArray(shared) ? shared : Object.keys(shared);
      saved.current ??= textOf({ map_label_colors, shared_label_colors: stored });
      const body = {
        shared_label_colors: [...new Set([...stored, ...colors.shared()])],
        map_label_colors: { ...map_label_colors, ...colors.generated() },
      };
      const text = textOf(body);
      if (text === saved.current) return;
      saved.current = text;
      const query = { mark_updated: "false" };
      call(saveColors, { params: { id: detail.id }, query, body }).catch(() => {
        saved.current = undefined;
      });
    });
  }, [store, colors, canEdit, isDone]);
}

interface StoredColors {
  map_label_colors: Readonly<Record<string, string>>;
  shared_label_colors: readonly string[];
}

function textOf({ map_label_colors, shared_label_colors }: StoredColors): string {
  const map = Object.entries(map_label_colors).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([map, [...shared_label_colors].sort()]);
}
