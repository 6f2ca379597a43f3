import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { ChartType, GalleryCase } from "../../chart-types/chart-type.ts";
import type { FormData } from "../../model/form-data.ts";
import { ChartView } from "../../web/chart-view/ChartView.tsx";
import { exampleQuery } from "./examples.ts";
import styles from "./gallery.module.css";

interface CaseChartProps {
  type: ChartType;
  example: GalleryCase;
}

/** One case of a chart type, drawn on the example data once it comes near the view. Fills its parent. */
export function CaseChart({ type, example }: CaseChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box);
  const [ownState, setOwnState] = useState<Record<string, unknown>>();
  const dataset = useQuery({ ...exampleQuery(example.dataset), enabled: isNear });
  const formData = useMemo<FormData | undefined>(
    () =>
      dataset.data
        ? {
            ...type.defaults(dataset.data),
            ...example.formData,
            viz_type: type.key,
            datasource: `${dataset.data.id}__table`,
          }
        : undefined,
    [type, example, dataset.data],
  );
  return (
    <div ref={box} className={styles.chart}>
      {formData && dataset.data ? (
        <ChartView formData={formData} dataset={dataset.data} ownState={ownState} onOwnState={setOwnState} />
      ) : null}
      {dataset.data === null ? (
        <p className={styles.missing}>The example data “{example.dataset}” is not here.</p>
      ) : null}
      {dataset.error ? <p className={styles.missing}>{dataset.error.message}</p> : null}
    </div>
  );
}

/** True once the element has come within a screen of the view. */
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
