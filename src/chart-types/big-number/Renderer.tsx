import { Figure } from "../../chart-kit/kpi/Figure.tsx";
import type { FigureProps } from "../../chart-kit/kpi/figure.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

export function Renderer({ props, width, height, onContextMenu }: RendererProps<FigureProps>) {
  return <Figure {...props} {...{ width, height }} onMenu={onContextMenu && ((at) => onContextMenu(at, null))} />;
}
