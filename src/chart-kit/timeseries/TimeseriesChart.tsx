import { GraphicComponent, GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import type { ComponentProps } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { EChart } from "../echart/EChart.tsx";
import { PagedLegendComponent } from "../legend/paged-legend.ts";
import styles from "./StackSwitch.module.css";
import { SWITCH_HEIGHT, type TimeseriesPicture } from "./stack.ts";

use([GridComponent, PagedLegendComponent, GraphicComponent, LabelLayout]);

const ZoomableChart = lazyComponent(async () => (await import("./ZoomableChart.tsx")).ZoomableChart);

export function TimeseriesChart({ props, height, onOwnState, ...rest }: RendererProps<TimeseriesPicture>) {
  const { stackSwitch } = props;
  if (!stackSwitch) return <Surface picture={props} height={height} {...rest} />;
  return (
    <>
      <StackSwitch {...stackSwitch} onChange={(stack) => onOwnState?.({ stack })} />
      <Surface picture={props} height={height - SWITCH_HEIGHT} {...rest} />
    </>
  );
}

const AnnotatedChart = lazyComponent(async () => (await import("./AnnotatedChart.tsx")).AnnotatedChart);

function Surface(props: ComponentProps<typeof EChart>) {
  const { dataZoom, series } = props.picture.option;
  const isAnnotated = Array.isArray(series) && series.some((one) => one.markLine || one.markArea);
  if (!dataZoom && !isAnnotated) return <EChart {...props} />;
  const Extended = isAnnotated ? AnnotatedChart : ZoomableChart;
  return <Extended {...props} />;
}

interface Props {
  choices: readonly (readonly [value: string | null, label: string])[];
  value: string | null;
  onChange(value: string | null): void;
}

function StackSwitch({ choices, value, onChange }: Props) {
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>{t("Stacked style")}</legend>
      {choices.map(([choice, label]) => (
        <button key={label} type="button" aria-pressed={choice === value} onClick={() => onChange(choice)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
