import { TableChart } from "../../chart-kit/table-chart/TableChart.tsx";
import type { TableDrawing } from "../../chart-kit/table-chart/transform.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

export function Renderer(props: RendererProps<TableDrawing>) {
  return <TableChart {...props} />;
}
