import { ChartNoAxesCombined } from "lucide-react";
import { useMemo } from "react";
import { loadChartType, loadedChartType } from "../../../chart-types/index.ts";
import { datasourceKey } from "../../../model/dataset.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { ChartIcon } from "../../../web/components/ChartIcon.tsx";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { SUGGESTED_TYPES, suggestCharts } from "../state/suggest.ts";
import { loadProfile } from "../workbench/load-profile.ts";
import {
  useChartType,
  useControlState,
  useDerivedState,
  useExplore,
  useWorkbench,
} from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

export function EmptyChart() {
  const { store } = useWorkbench();
  const type = useChartType();
  const state = useControlState();
  const dataset = useExplore((one) => one.dataset);
  const { problems } = useDerivedState();
  const types = useFetched("suggested types", () => Promise.all(SUGGESTED_TYPES.map(loadChartType)));
  const profile = useFetched(`profile of ${datasourceKey(dataset)}`, async () => (await loadProfile(dataset)) ?? null);
  const isReady = types.data !== undefined && !profile.isLoading;
  const suggestions = useMemo(
    () => (isReady ? suggestCharts(dataset, loadedChartType, profile.data ?? undefined) : []),
    [dataset, isReady, profile.data],
  );
  const missing = (type?.sections ?? [])
    .flatMap((section) => section.rows.flat())
    .filter((control) => problems[control.name])
    .map((control) => controlLabel(control, state).toLowerCase());
  const [first] = missing;
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<ChartNoAxesCombined size={20} />}
        title={first ? `Choose ${article(first)} ${singular(first)}` : "Create a chart"}
        text={
          missing.length > 1
            ? `This chart also needs: ${missing.slice(1).join(", ")}.`
            : "Drag columns onto the controls, or start from one of these."
        }
      />
      <ul className={styles.suggestions} aria-label="Suggested charts">
        {suggestions.map((one) => (
          <li key={one.type.key + one.title}>
            <button type="button" onClick={() => store.getState().replaceForm(one.formData, one.title)}>
              <ChartIcon name={one.type.icon} size={16} />
              <span className={styles.suggestion}>
                <b>{one.title}</b>
                <span>{one.type.name}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function singular(label: string): string {
  return /[^i]s$/.test(label) ? label.slice(0, -1) : label;
}

function article(label: string): string {
  return /^[aeiou]|^x-/.test(label) ? "an" : "a";
}
