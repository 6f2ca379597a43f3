import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { Figure } from "./Figure.tsx";
import type { FigureProps } from "./figure.ts";

const FIGURE: FigureProps = {
  text: "25.5%",
  isMissing: false,
  header: 0.4,
  sub: 0.15,
  subtitleSize: 0.15,
  nameSize: 0.15,
};
const TREND = {
  points: [1, 2, 3].map((x) => ({ x, y: x * 10 })),
  labels: [1, 2, 3].map((x) => ({ x: `Week ${x}`, y: `${x * 10}` })),
  color: "#656973",
  ground: "#FFFFFF",
  fromZero: true,
};

describe("figure", () => {
  test("shows value, change with arrow, subtitle and time", () => {
    const change = { direction: "up", text: "+4.6 %", base: "vs 20.9%", tone: "bad" } as const;
    render(<Figure {...FIGURE} change={change} subtitle="of departures" note="Jun 2001" width={300} height={200} />);
    expect(screen.getByText("25.5%")).toBeTruthy();
    expect(screen.getByText("▲ +4.6 %").getAttribute("data-tone")).toBe("bad");
    expect(screen.getByText("of departures")).toBeTruthy();
    expect(screen.getByText("Jun 2001")).toBeTruthy();
  });

  test("a change has no color without a configured direction", () => {
    render(<Figure {...FIGURE} change={{ direction: "down", text: "−1 %", base: "" }} width={300} height={200} />);
    expect(screen.getByText("▼ −1 %").hasAttribute("data-tone")).toBe(false);
  });

  test("the sparkline shows the hovered point", () => {
    const { container } = render(<Figure {...FIGURE} trend={TREND} width={300} height={200} />);
    const spark = container.querySelector("svg")?.parentElement;
    fireEvent.pointerMove(spark!, { clientX: 2 });
    expect(screen.getByText("Week 1")).toBeTruthy();
    fireEvent.pointerLeave(spark!);
    expect(screen.queryByText("Week 1")).toBeNull();
  });

  test("axis ends are written below the figure, not beside it", () => {
    const trend = { ...TREND, xEnds: ["Jan", "Jun"] as const, yEnds: ["10", "30"] as const };
    const { rerender } = render(<Figure {...FIGURE} trend={trend} width={300} height={200} />);
    expect(screen.getByText("Jan")).toBeTruthy();
    rerender(<Figure {...FIGURE} trend={trend} width={300} height={60} />);
    expect(screen.queryByText("Jan")).toBeNull();
  });

  test("a right click opens the chart menu at the pointer", () => {
    const onMenu = vi.fn();
    render(<Figure {...FIGURE} onMenu={onMenu} width={300} height={200} />);
    fireEvent.contextMenu(screen.getByText("25.5%"), { clientX: 7, clientY: 9 });
    expect(onMenu).toHaveBeenCalledWith({ x: 7, y: 9 });
  });
});

describe("a bare figure", () => {
  test("shows only its value", () => {
    const { container } = render(<Figure {...FIGURE} width={100} height={50} />);
    expect(container.textContent).toBe("25.5%");
    expect(container.querySelector("svg")).toBeNull();
  });

  test("a missing value is marked as missing", () => {
    render(<Figure {...FIGURE} text="N/A" isMissing width={300} height={200} />);
    expect(screen.getByText("N/A").getAttribute("data-missing")).toBe("true");
  });

  test("uses the color of its rule", () => {
    render(<Figure {...FIGURE} color="rgb(179, 41, 46)" width={300} height={200} />);
    expect(screen.getByText("25.5%").style.color).toBe("rgb(179, 41, 46)");
  });
});
