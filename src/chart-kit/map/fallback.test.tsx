import { act, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import type { MarkMap } from "./gl-map.ts";
import { MapChart, MapPins, NoMap } from "./MapChart.tsx";
import { MapLegendBox } from "./MapLegendBox.tsx";
import type { MapSpec } from "./map-spec.ts";

HTMLCanvasElement.prototype.getContext = () => null;

const DATA = [
  { city: "Ulm", n: 1234.5 },
  { city: null, n: null },
];
const table = { data: DATA, colnames: ["city", "n"], coltypes: [1, 0] };
const cells = () => screen.getAllByRole("cell").map(({ textContent }) => textContent);

describe("without WebGL", () => {
  test("shows the rows and the reason", () => {
    render(<NoMap problem="No maps here." table={table} />);
    expect(screen.getByRole("status").textContent).toBe("No maps here. Showing the chart's rows in a table instead.");
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["city", "n"]);
    expect(cells()).toEqual(["Ulm", "1,234.5", "N/A", "N/A"]);
  });

  test("shows the first rows and their total count", () => {
    const data = Array.from({ length: 1500 }, (_, n) => ({ n }));
    render(<NoMap problem="No maps here." table={{ data, colnames: ["n"], coltypes: [0] }} />);
    expect(screen.getByRole("status").textContent).toContain("the first 100 of 1,500 rows");
    expect(cells()).toHaveLength(100);
  });

  test("works without rows", () => {
    render(<NoMap problem="No maps here." table={undefined} />);
    expect(screen.queryAllByRole("cell")).toEqual([]);
  });

  test("a browser without WebGL shows the chart's table", () => {
    const picture: MapSpec = { summary: "Map", layers: [], bounds: null, view: null, legend: null, table };
    render(<MapChart props={picture} width={400} height={300} theme={chartTheme("light")} />);
    expect(screen.getByRole("status").textContent).toContain("WebGL 2");
    expect(cells()).toContain("Ulm");
  });
});

describe("elements pinned to a map", () => {
  function mapAt(zoom: number) {
    let tell: ((zoom: number) => void) | undefined;
    const [placed, removed] = [vi.fn(), vi.fn()];
    const map = {
      zoom: () => zoom,
      watchZoom: (listener: (zoom: number) => void) => {
        tell = listener;
        return () => undefined;
      },
      pin: (element: HTMLElement, at: readonly number[]) => {
        document.body.append(element);
        placed(at);
        return () => {
          element.remove();
          removed(at);
        };
      },
    } as unknown as MarkMap;
    return { map, placed, removed, zoomTo: (to: number) => act(() => tell?.(to)) };
  }

  test("are positioned, change with the zoom and are removed with the chart", () => {
    const { map, placed, removed, zoomTo } = mapAt(3);
    const pinsAt = (zoom: number) => [{ key: "a", at: [8, 47] as const, content: <b>{`zoom ${zoom}`}</b> }];
    const { unmount } = render(<MapPins map={map} pinsAt={pinsAt} />);
    expect(screen.getByText("zoom 3")).toBeTruthy();
    zoomTo(5);
    expect(screen.getByText("zoom 5")).toBeTruthy();
    expect(placed.mock.calls).toEqual([[[8, 47]]]);
    unmount();
    expect(removed).toHaveBeenCalledWith([8, 47]);
  });

  test("are removed when a zoom level has none", () => {
    const { map, removed, zoomTo } = mapAt(3);
    render(<MapPins map={map} pinsAt={(zoom) => (zoom < 4 ? [{ key: "a", at: [8, 47], content: "here" }] : [])} />);
    expect(screen.getByText("here")).toBeTruthy();
    zoomTo(9);
    expect(screen.queryByText("here")).toBeNull();
    expect(removed).toHaveBeenCalledOnce();
  });
});

describe("a legend in a corner", () => {
  const items = { kind: "items", items: [{ color: "#111111", label: "A very long name 🏔️" }] } as const;

  test("shows title and full names, and is hidden in small charts if it has no end values", () => {
    const { rerender, container } = render(
      <MapLegendBox legend={{ corner: "bl", title: "Kinds", parts: [items] }} width={600} height={400} />,
    );
    expect(screen.getByText("Kinds")).toBeTruthy();
    expect(within(container).getByTitle("A very long name 🏔️")).toBeTruthy();
    rerender(<MapLegendBox legend={{ corner: "bl", title: "Kinds", parts: [items] }} width={250} height={200} />);
    expect(container.textContent).toBe("");
  });

  test("never covers most of the map's height", () => {
    const { container } = render(<MapLegendBox legend={{ corner: "bl", parts: [items] }} width={600} height={400} />);
    expect((container.firstElementChild as HTMLElement).style.maxHeight).toBe("240px");
  });
});
