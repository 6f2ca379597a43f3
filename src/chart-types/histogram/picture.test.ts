import { CustomChart } from "echarts/charts";
import { GridComponent, LegendScrollComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { definition as histogram } from "./definition.ts";
import type { HistogramDrawing } from "./transform.ts";

use([CustomChart, GridComponent, LegendScrollComponent, SVGRenderer]);

const theme = chartTheme("light");

function svgOf(formData: Record<string, unknown>): string {
  const { props } = histogram.transform({
    formData: { ...histogram.defaults(), viz_type: "histogram_v2", datasource: "7__table", column: "x", ...formData },
    results: [{ data: [{ "0 - 10": 40, "10 - 20": 80, "20 - 30": 20 }], colnames: ["0 - 10", "10 - 20", "20 - 30"] }],
    theme,
    colorOf: () => "#123456",
    rampOf: () => [],
    width: 400,
    height: 300,
  });
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 400, height: 300 });
  chart.setOption({ animation: false, ...(props as HistogramDrawing).picture.option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

describe("the drawn histogram", () => {
  test("has a bar for every bin and the edges on the axis", () => {
    const svg = svgOf({});
    expect(
      svg.split(`fill="${theme.focus.toLowerCase()}"`).length + svg.split(`fill="${theme.focus}"`).length - 2,
    ).toBe(3);
    for (const edge of ["0", "10", "20", "30"]) expect(svg).toContain(`>${edge}</text>`);
  });

  test("shows values above the bars if enabled", () => {
    expect(svgOf({ show_value: true, y_axis_format: ",.1f" })).toContain(">80.0</text>");
  });
});
