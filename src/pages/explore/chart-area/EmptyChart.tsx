import { ChartNoAxesCombined } from "lucide-react";
import { useMemo } from "react";
import { loadChartType, loadedChartType } from "../../../chart-types/index.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
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
    .map((control) => controlLabel(control, state));
  const [first] = missing;
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<ChartNoAxesCombined size={20} />}
        title={first ? chooseText(first) : t("Create a chart")}
        text={
          missing.length > 1
            ? t("This chart also needs: {controls}.", { controls: list(missing.slice(1), "commas") })
            : t("Drag columns onto the controls, or start from one of these.")
        }
      />
      <ul className={styles.suggestions} aria-label={t("Suggested charts")}>
        {suggestions.map((one) => (
          <li key={one.type.key + one.title}>
            <button type="button" onClick={() => store.getState().replaceForm(one.formData, one.title)}>
              <ChartIcon name={one.type.icon} size={16} />
              <span className={styles.suggestion}>
                <b>{one.title}</b>
                <span>{t(one.type.name)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function chooseText(label: string): string {
  const common: Readonly<Record<string, string>> = {
    [t("Metric")]: t("Choose a metric"),
    [t("Metrics")]: t("Choose a metric"),
    [t("X-axis")]: t("Choose an x-axis"),
    [t("Dimension")]: t("Choose a dimension"),
    [t("Dimensions")]: t("Choose a dimension"),
    [t("Y-axis")]: t("Choose a y-axis"),
    [t("Column")]: t("Choose a column"),
    [t("Time column")]: t("Choose a time column"),
    [t("Entity")]: t("Choose an entity"),
    [t("Source")]: t("Choose a source"),
    [t("Target")]: t("Choose a target"),
  };
  return common[label] ?? t("Choose a value for “{control}”", { control: label });
}
