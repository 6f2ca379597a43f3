import { LineChart } from "echarts/charts";
import { use } from "echarts/core";
import { TimeseriesChart } from "../../chart-kit/timeseries/TimeseriesChart.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./Renderer.module.css";
import { type ComparePicture, SLIDER_HEIGHT } from "./transform.ts";

use([LineChart]);

export function Renderer({ props, height, onOwnState, ...rest }: RendererProps<ComparePicture>) {
  const { picture, slider } = props;
  if (!slider) return <TimeseriesChart props={picture} height={height} onOwnState={onOwnState} {...rest} />;
  return (
    <>
      <TimeseriesChart props={picture} height={height - SLIDER_HEIGHT} {...rest} />
      <label className={styles.slider}>
        {t("Change since")}
        <input
          type="range"
          min={0}
          max={slider.last}
          value={slider.index}
          aria-valuetext={slider.text}
          disabled={!onOwnState}
          onChange={(event) => onOwnState?.({ index: Number(event.target.value) })}
        />
        <output>{slider.text}</output>
      </label>
    </>
  );
}
