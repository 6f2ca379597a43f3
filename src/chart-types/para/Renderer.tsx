import { ParallelChart } from "echarts/charts";
import { ParallelComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/EChart.tsx";
import { DataTable } from "../../chart-kit/table/DataTable.tsx";
import type { RendererProps } from "../chart-type.ts";
import type { ParaDrawing } from "./transform.ts";

type Registers = Parameters<typeof ParallelChart>[0];
type View = Parameters<Registers["registerChartView"]>[0];

/** ECharts clips the first lines for an animation, and takes the clip away at once: that would paint them all twice. */
function unclipped(Lines: View): View {
  return class extends Lines {
    _initialized = false;
    override init(...parts: Parameters<InstanceType<View>["init"]>) {
      super.init(...parts);
      this._initialized = true;
    }
  };
}

function LinesAtOnce(registers: Registers): void {
  ParallelChart({ ...registers, registerChartView: (Lines) => registers.registerChartView(unclipped(Lines)) });
}

use([LinesAtOnce, ParallelComponent]);

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
