import { type ReactNode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import type { Picture } from "../../chart-kit/echart/picture.ts";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { RENDERERS } from "../../chart-types/renderers.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { imaginedResult } from "./imagined.ts";
import type { TypedChart } from "./use-typed-form.ts";

/** A chart whose answer is under way. */
export interface Awaited extends Required<Pick<TypedChart, "type" | "formData">> {
  dataset?: Dataset;
  context: QueryContext;
  width: number;
  height: number;
  theme: ChartTheme;
}

/**
 * Draws a chart of made-up rows into a box that is in no page, as few marks and then as many, each with its renderer.
 * Returns the way to end it early.
 */
export function rehearse(chart: Awaited): () => void {
  const Renderer = RENDERERS[chart.type.key]?.loaded();
  const props = propsOf(chart);
  if (!Renderer || !props) return () => undefined;
  const { width, height, theme } = chart;
  const root = createRoot(document.createElement("div"), { onUncaughtError: () => undefined });
  let isOver = false;
  const end = () => {
    isOver = true;
    root.render(null);
  };
  const show = (shown: PictureProps, onDrawn: () => void) => {
    if (isOver) return;
    root.render(
      <Rehearsed onDrawn={onDrawn}>
        <Renderer {...{ props: shown, width, height, theme }} />
      </Rehearsed>,
    );
  };
  const showMany = async () => {
    const { canvasChart } = await import("../../chart-kit/echart/EChart.tsx");
    await canvasChart.load();
    show(ofManyMarks(props), end);
  };
  show(props, () => void showMany().catch(end));
  return end;
}

/** Of a chart that is a picture by ECharts, alone or among other things. */
type PictureProps = Picture | { picture: Picture };

/** Undefined where ECharts draws nothing: other charts are there at once, or fetch what they show. */
function propsOf({ type, formData, dataset, context, width, height, theme }: Awaited): PictureProps | undefined {
  try {
    const { props, isEmpty } = type.transform({
      formData,
      results: context.queries.map((query) => imaginedResult(query, dataset)),
      dataset,
      theme,
      width,
      height,
      colorOf: new LabelColors().chart(0),
      rampOf: (scheme) => rampOf(scheme, theme),
    });
    const { option, picture } = props as { option?: unknown; picture?: Picture };
    return !isEmpty && (option || picture?.option) ? (props as PictureProps) : undefined;
  } catch {
    return undefined;
  }
}

function ofManyMarks(props: PictureProps): PictureProps {
  if (!("picture" in props)) return { ...props, size: Number.POSITIVE_INFINITY };
  return { ...props, picture: { ...props.picture, size: Number.POSITIVE_INFINITY } };
}

function Rehearsed({ children, onDrawn }: { children: ReactNode; onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}
