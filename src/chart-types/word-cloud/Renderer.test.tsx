import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { drawChart } from "../../testing/chart.ts";
import { definition as wordCloud } from "./definition.ts";
import { Renderer } from "./Renderer.tsx";

test("a hovered word is outlined and keeps its size", async () => {
  const theme = chartTheme("light");
  const form = { series: "word", metric: "count", size_from: 20, size_to: 40 };
  const { picture } = drawChart(wordCloud, form, [
    { word: "rain", count: 100 },
    { word: "sun", count: 50 },
  ]);
  const { container } = render(<Renderer props={picture} width={600} height={400} theme={theme} />);
  const rain = () => [...container.querySelectorAll("text")].find(({ textContent }) => textContent === "rain");
  const before = rain()?.getAttribute("style");
  expect(before).toContain("40px");
  fireEvent.keyDown(screen.getByRole("img"), { key: "ArrowRight" });
  const line = () => container.querySelector(`svg path[stroke="${theme.text}"]`)?.getAttribute("d") ?? "";
  await vi.waitFor(() => expect(line()).not.toBe(""));
  const heights = [...line().matchAll(/[ML]\S+ (-?[\d.]+)/g)].map((match) => Number(match[1]));
  expect(Math.max(...heights) - Math.min(...heights), "as high as the word").toBeGreaterThanOrEqual(36);
  expect(rain()?.getAttribute("style")).toBe(before);
});
