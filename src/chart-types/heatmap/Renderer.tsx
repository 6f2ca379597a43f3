import { CustomChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import styles from "./Renderer.module.css";
import type { HeatmapDrawing, HeatmapLegend } from "./transform.ts";

use([CustomChart, GridComponent]);

export function Renderer({ props, width, theme, onSelect, onBrush, onContextMenu }: RendererProps<HeatmapDrawing>) {
  return (
    <div className={styles.heatmap}>
      <div style={{ width, height: props.pictureHeight }}>
        <EChart
          picture={props.picture}
          width={width}
          height={props.pictureHeight}
          {...{ theme, onSelect, onBrush, onContextMenu }}
        />
      </div>
      {props.legend && <Legend {...props.legend} />}
    </div>
  );
}

function Legend({ colors, isStepped, low, high, left }: HeatmapLegend) {
  if (colors.length === 1) {
    return (
      <div className={styles.legend} style={{ paddingInlineStart: left }} aria-hidden>
        <span className={styles.steps}>
          <span style={{ background: colors[0] }} />
        </span>
        <bdi>{low}</bdi>
      </div>
    );
  }
  return (
    <div className={styles.legend} style={{ paddingInlineStart: left }} aria-hidden>
      <bdi>{low}</bdi>
      {isStepped ? (
        <span className={styles.steps}>
          {colors.map((color) => (
            <span key={color} style={{ background: color }} />
          ))}
        </span>
      ) : (
        <span className={styles.ramp} style={{ background: `linear-gradient(to right, ${colors.join(", ")})` }} />
      )}
      <bdi>{high}</bdi>
    </div>
  );
}
