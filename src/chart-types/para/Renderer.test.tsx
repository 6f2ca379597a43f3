import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { drawChart } from "../../testing/chart.ts";
import { definition as para } from "./definition.ts";
import { Renderer } from "./Renderer.tsx";
import type { ParaDrawing } from "./transform.ts";

test("lines are drawn at once, without a clip path for animation", () => {
  const form = { series: "name", metrics: ["mpg", "power"], viz_type: "para", datasource: "1__table" };
  const { drawing } = drawChart(para, form, [
    { name: "Beetle", mpg: 30, power: 40 },
    { name: "Bus", mpg: 20, power: 50 },
  ]);
  const size = { width: 600, height: 400, theme: chartTheme("light") };
  const { container } = render(<Renderer props={drawing.props as ParaDrawing} {...size} />);
  expect(container.querySelectorAll('path[fill="none"]').length).toBeGreaterThanOrEqual(2);
  expect(container.querySelector("clipPath")).toBeNull();
});
