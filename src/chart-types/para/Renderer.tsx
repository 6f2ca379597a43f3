import { CustomChart, ParallelChart } from "echarts/charts";
import { ParallelComponent } from "echarts/components";
import { ChartView, use } from "echarts/core";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import { DataTable } from "../../chart-kit/table/DataTable.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import type { ParaDrawing } from "./transform.ts";

use([CustomChart, ParallelChart, ParallelComponent]);
const views = ChartView as unknown as { getClass(type: string): { prototype: object } };
// ECharts clips the first render for an animation and removes the clip at once, which would paint all lines twice.
Object.defineProperty(views.getClass("parallel").prototype, "_initialized", {
  get: () => true,
  set: () => {},
  configurable: true,
});

export function Renderer({ props, height, ...rest }: RendererProps<ParaDrawing>) {
  const { picture, pictureHeight, table } = props;
  return (
    <>
      <div style={{ height: pictureHeight }}>
        <EChart picture={picture} height={pictureHeight} {...rest} />
      </div>
      {table && (
        <div style={{ height: height - pictureHeight, width: rest.width }}>
          <DataTable {...table} />
        </div>
      )}
    </>
  );
}
