import { LayoutGrid } from "lucide-react";
import { useState } from "react";
import { CHART_CARDS, chartCard, loadChartType } from "../../../chart-types/index.ts";
import { t } from "../../../i18n/translate.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { ChartIcon } from "../../../web/components/ChartIcon.tsx";
import { toast } from "../../../web/toasts/toasts.ts";
import { loadProfile } from "../workbench/load-profile.ts";
import { useChartType, useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./controls.module.css";

const GalleryDialog = lazyComponent(async () => (await import("./GalleryDialog.tsx")).GalleryDialog);

const COMMON_TYPES: readonly (readonly [string, string])[] = [
  ["echarts_timeseries_line", t("Line")],
  ["echarts_timeseries_bar", t("Bar")],
  ["echarts_area", t("Area")],
  ["pie", t("Pie")],
  ["big_number_total", t("Number")],
  ["table", t("Table")],
];

const SHORT_NAMES: Readonly<Record<string, string>> = {
  big_number: t("Trend"),
  echarts_timeseries_scatter: t("Scatter"),
};

export function TypeStrip() {
  const { store } = useWorkbench();
  const [isOpen, setIsOpen] = useState(false);
  const current = useChartType();
  const unknown = useExplore((state) => (current ? undefined : state.formData.viz_type));
  const change = async (key: string) => {
    try {
      const { dataset, formData } = store.getState();
      const hasGrain = formData.time_grain_sqla !== undefined;
      const [profile] = await Promise.all([hasGrain ? undefined : loadProfile(dataset), loadChartType(key)]);
      store.getState().changeType(key, profile);
    } catch (error) {
      toast.error(error);
    }
  };
  const common = COMMON_TYPES.flatMap(([key, name]) => {
    const type = chartCard(key);
    return type ? [{ type, name }] : [];
  });
  const isCommon = common.some(({ type }) => type.key === current?.key);
  const last = isCommon || !current ? [] : [{ type: current, name: SHORT_NAMES[current.key] ?? t(current.name) }];
  const currentName = current ? t(current.name) : (unknown ?? "");
  const shown = last.length > 0 ? [...common.slice(0, 5), ...last] : common;
  return (
    <div className={styles.strip}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box */}
      <div className={styles.stripTypes} role="group" aria-label={t("Chart type: {type}", { type: currentName })}>
        {shown.map(({ type, name }) => (
          <button
            key={type.key}
            type="button"
            className={styles.type}
            aria-pressed={type.key === current?.key}
            title={t(type.name)}
            onPointerEnter={() => void loadChartType(type.key).catch(() => undefined)}
            onClick={() => void change(type.key)}
          >
            <ChartIcon name={type.icon} size={16} />
            <span>{name}</span>
          </button>
        ))}
        <button type="button" className={styles.type} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <LayoutGrid size={16} aria-hidden />
          <span>{t("All {count, number}", { count: CHART_CARDS.length })}</span>
        </button>
      </div>
      {isOpen ? (
        <GalleryDialog
          current={current?.key}
          onClose={() => setIsOpen(false)}
          onChoose={(key) => {
            setIsOpen(false);
            void change(key);
          }}
        />
      ) : null}
    </div>
  );
}
