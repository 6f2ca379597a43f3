import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { DataTable } from "./DataTable.tsx";

const bar = { from: 0.25, to: 0.75, color: "rgb(211, 121, 61)" };
const COLUMNS: TableColumn[] = [
  { key: "name", label: "Name", type: 1, format: String, isDimension: true },
  {
    key: "share",
    label: "Share",
    type: 0,
    format: (value) => `${Number(value) * 100} %`,
    hasBars: true,
    look: (value) => ({ bar, background: value === 0.5 ? "rgb(1, 2, 3)" : undefined, color: "rgb(4, 5, 6)" }),
    group: "Main",
  },
];
const ROWS = [
  { name: "ORD", share: 0.5 },
  { name: "<b>DFW</b>", share: 0.2 },
];

function show(columns: readonly TableColumn[] = COLUMNS) {
  const { container } = render(<DataTable columns={columns} rows={ROWS} label="Shares" />);
  return container;
}

const bars = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>("td span")].filter((span) => span.style.background === bar.color);

describe("cell styles", () => {
  test("a bar fills its share of the track", () => {
    const [first] = bars(show());
    expect([first?.style.insetInlineStart, first?.style.width]).toEqual(["25%", "50%"]);
  });

  test("rules set background and text colors", () => {
    show();
    const cell = screen.getByText("50 %").closest("td");
    expect([cell?.style.background, cell?.style.color]).toEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
  });

  test("numbers align right and text left, unless configured", () => {
    const [name, share] = COLUMNS;
    const container = show([{ ...name!, align: "center" }, share!]);
    const aligns = [...container.querySelectorAll("tr[data-row='0'] td")].map((td) => td.getAttribute("data-align"));
    expect(aligns).toEqual(["center", "right"]);
  });

  test("truncated values are shown in full on hover", () => {
    const long = "a name of which no column is wide enough to show the end";
    const rows = [{ name: long, share: 0.123456789 }, ...ROWS];
    const { container } = render(<DataTable columns={COLUMNS} rows={rows} label="Shares" />);
    const titles = (row: number) =>
      [...container.querySelectorAll(`tr[data-row='${row}'] td`)].map((td) => td.getAttribute("title"));
    expect(titles(0)).toEqual([long, "0.123456789"]);
    expect(titles(1)).toEqual([null, "0.5"]);
  });

  test("text direction is detected from the text", () => {
    const { container } = render(<DataTable columns={COLUMNS} rows={[{ name: "מגדל", share: 1 }]} label="Shares" />);
    const cells = [...container.querySelectorAll("tr[data-row='0'] td")];
    expect(cells.map((cell) => [cell.getAttribute("dir"), cell.getAttribute("data-align")])).toEqual([
      ["auto", "left"],
      ["auto", "right"],
    ]);
  });

  test("markup is shown as text unless it is allowed", () => {
    expect(show().querySelector("td b")).toBeNull();
    expect(show([{ ...COLUMNS[0]!, allowHtml: true }]).querySelector("td b")?.textContent).toBe("DFW");
  });

  test("group headers are above their columns", () => {
    show();
    expect(screen.getByRole("columnheader", { name: "Main" }).getAttribute("scope")).toBe("colgroup");
  });
});

describe("resizing columns with the mouse", () => {
  const width = (container: HTMLElement) => container.querySelector("col")?.style.width;

  test("dragging a header's edge resizes without sorting", () => {
    const container = show();
    const before = Number.parseInt(width(container) ?? "", 10);
    const grip = container.querySelector("thead th:last-child > span[aria-hidden], thead th > span[data-dragging]");
    fireEvent.pointerDown(grip!, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(grip!, { clientX: 140, pointerId: 1 });
    fireEvent.pointerUp(grip!, { pointerId: 1 });
    fireEvent.click(grip!);
    expect(Number.parseInt(width(container) ?? "", 10)).toBe(before + 40);
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("none");
  });

  test("a double click on the edge fits the content", () => {
    const container = show();
    const grip = container.querySelector("thead th > span[data-dragging]");
    fireEvent.pointerDown(grip!, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(grip!, { clientX: 400, pointerId: 1 });
    fireEvent.pointerUp(grip!, { pointerId: 1 });
    fireEvent.doubleClick(grip!);
    expect(Number.parseInt(width(container) ?? "", 10)).toBeLessThan(160);
  });
});
