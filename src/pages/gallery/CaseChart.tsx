import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { ChartType, GalleryCase, Selection } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { crossFilterMask, nextSelection } from "../../model/cross-filter.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { ChartView } from "../../web/chart-view/ChartView.tsx";
import { type EdgeCase, unusual } from "./edge-cases.ts";
import { exampleQuery } from "./examples.ts";
import styles from "./gallery.module.css";
import { hostileDataset, hostileForm } from "./hostile.ts";

interface CaseChartProps {
  type: ChartType;
  example: GalleryCase;
  data?: EdgeCase;
}

export function CaseChart({ type, example, data }: CaseChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box);
  const [ownState, setOwnState] = useState<Record<string, unknown>>();
  const dataset = useQuery({ ...exampleQuery(example.dataset), enabled: isNear });
  const shown = useMemo(() => {
    if (!dataset.data) return undefined;
    const formData = formOf(type, example, dataset.data);
    if (data !== "hostile") return { dataset: dataset.data, formData };
    return { dataset: hostileDataset(dataset.data), formData: hostileForm(type, formData) };
  }, [type, example, dataset.data, data]);
  const formData = shown?.formData;
  const alter = useMemo(
    () =>
      data && formData
        ? (results: readonly ChartDataResult[], of: FormData = formData) => unusual(data, results, of)
        : undefined,
    [data, formData],
  );
  const { filters, drill, events } = useSelections(type);
  return (
    <div ref={box} className={styles.chart} data-filters={filters} data-drill={drill}>
      {shown ? (
        <ChartView
          formData={shown.formData}
          dataset={shown.dataset}
          ownState={ownState}
          onOwnState={setOwnState}
          alter={alter}
          {...events}
        />
      ) : null}
      {dataset.data === null ? (
        <p className={styles.missing}>
          {t("The example data “{dataset}” isn't loaded.", { dataset: example.dataset })}
        </p>
      ) : null}
      {dataset.error ? <p className={styles.missing}>{dataset.error.message}</p> : null}
    </div>
  );
}

export function formOf(type: ChartType, { formData }: GalleryCase, dataset: Dataset): FormData {
  return { ...type.defaults(dataset), ...formData, viz_type: type.key, datasource: `${dataset.id}__table` };
}

/** Cross-filter and drill selections as JSON, for tests. */
function useSelections({ behaviors }: ChartType) {
  const [selected, setSelected] = useState<Selection | null>(null);
  const [drilled, setDrilled] = useState<Selection | null>(null);
  const toJson = (selection: Selection | null) =>
    selection ? JSON.stringify(crossFilterMask(0, selection).extraFormData?.filters) : undefined;
  const events = {
    selected,
    ...(behaviors.includes("cross-filter")
      ? {
          onSelect: (clicked: Selection | null, isAdditive: boolean) =>
            setSelected((old) => nextSelection(old, clicked, isAdditive)),
        }
      : {}),
    ...(behaviors.includes("drill-to-detail")
      ? { onContextMenu: (_: unknown, mark: Selection | null) => setDrilled(mark) }
      : {}),
  };
  return { filters: toJson(selected), drill: toJson(drilled), events };
}

function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === "undefined") return;
    const watch = (entries: IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
    };
    const observer = new IntersectionObserver(watch, { rootMargin: "100% 0px" });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
