import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { MapLegendBox } from "./MapLegendBox.tsx";
import type { LegendPart } from "./map-spec.ts";

const show = (part: LegendPart, size: { width: number; height: number }) =>
  render(<MapLegendBox legend={{ corner: "tr", title: "Rate", parts: [part] }} {...size} />).container;

const SMALL = { width: 300, height: 200 };
const STEPS: LegendPart = {
  kind: "items",
  items: [
    { color: "#111", label: "1 to 2" },
    { color: "#222", label: "2 to 3" },
  ],
  ends: { low: "1", high: "3" },
};

test("steps are listed, or shown as a gradient in small maps", () => {
  show(STEPS, { width: 600, height: 400 });
  expect(screen.getByText("1 to 2")).toBeTruthy();
  const small = show(STEPS, SMALL);
  expect(small.textContent).toBe("Rate13");
  expect(show({ kind: "items", items: STEPS.kind === "items" ? STEPS.items : [] }, SMALL).textContent).toBe("");
});

test("descending steps become an ascending gradient", () => {
  const colors = (part: LegendPart) =>
    show(part, SMALL).querySelector<HTMLElement>("[style*=gradient]")?.style.background;
  expect(colors({ ...STEPS, isFalling: true } as LegendPart)).toMatch(/#222.*#111|34, 34, 34.*17, 17, 17/);
  expect(colors(STEPS)).toMatch(/#111.*#222|17, 17, 17.*34, 34, 34/);
});

test("a single value has one color and one number", () => {
  const one = show({ kind: "ramp", colors: ["#111"], low: "7", high: "7" }, SMALL);
  expect(one.textContent).toBe("Rate7");
});
