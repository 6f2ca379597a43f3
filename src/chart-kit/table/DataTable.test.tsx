import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { bucketFormat, columnsOfResult } from "./column.ts";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import { Pager } from "./Pager.tsx";
import { SafeHtml } from "./SafeHtml.tsx";

const ROWS = Array.from({ length: 5000 }, (_, index) => ({
  name: `Airport ${index}`,
  flights: (index * 7919) % 5000,
  day: index === 1 ? null : Date.UTC(2001, 0, 1 + (index % 28)),
}));
const COLUMNS = columnsOfResult({ data: ROWS, colnames: ["name", "flights", "day"], coltypes: [1, 0, 2] });

function show(props: Partial<DataTableProps> = {}) {
  render(<DataTable columns={COLUMNS} rows={ROWS} label="Flights by airport" {...props} />);
  const grid = screen.getByRole("grid", { name: "Flights by airport" });
  return { grid, header: (name: string) => within(grid).getByRole("columnheader", { name: new RegExp(name) }) };
}

const firstCells = (grid: HTMLElement) =>
  [...grid.querySelectorAll("tbody tr[data-row]")].slice(0, 3).map((row) => row.querySelector("td")?.textContent);

test.each([
  ["P1M", "2010-02-01", "2010-02"],
  ["P3M", "2010-04-01", "2010 Q2"],
  ["P1Y", "2010-01-01", "2010"],
  ["P1D", "2010-02-01", "2010-02-01"],
  ["P1M", "2010-02-03", "2010-02-03"],
  [undefined, "2010-02-01", "2010-02-01"],
])("labels a bucket of %s starting %s as %s", (grain, start, text) => {
  expect(bucketFormat(grain)(Date.parse(start), {})).toBe(text);
});

describe("data table", () => {
  test("names the zone of times in the title of their column", () => {
    const columns = columnsOfResult({ data: ROWS, colnames: ["name", "day"], colzones: { day: "Asia/Tokyo" } });
    const { header } = show({ columns });
    expect(header("day").title).toBe("day\nTimes in Asia/Tokyo");
    expect(header("name").title).toBe("name");
  });

  test("exposes the total row count and renders only visible rows", () => {
    const { grid } = show();
    expect(grid.getAttribute("aria-rowcount")).toBe("5001");
    expect(grid.querySelectorAll("tbody tr[data-row]").length).toBeLessThan(60);
    expect(firstCells(grid)).toEqual(["Airport 0", "Airport 1", "Airport 2"]);
  });

  test("fades at the right edge while there is more to scroll", () => {
    const { grid } = show();
    const box = grid.parentElement as HTMLElement;
    const scrollTo = (scrollLeft: number) => {
      Object.defineProperties(box, {
        scrollWidth: { value: 900, configurable: true },
        clientWidth: { value: 300, configurable: true },
        scrollLeft: { value: scrollLeft, configurable: true },
      });
      fireEvent.scroll(box);
      return box.parentElement?.dataset.more;
    };
    expect([scrollTo(0.5), scrollTo(400), scrollTo(599)]).toEqual(["end", "end", undefined]);
  });

  test("shows missing values as N/A, groups digits and formats dates", () => {
    const { grid } = show();
    const cells = [...grid.querySelectorAll("tr[data-row='1'] td")].map((cell) => cell.textContent);
    expect(cells).toEqual(["Airport 1", "2,919", "N/A"]);
  });

  test("a click on a header cycles through ascending, descending and unsorted", async () => {
    const user = userEvent.setup();
    const { grid, header } = show();
    await user.click(header("flights"));
    expect(header("flights").getAttribute("aria-sort")).toBe("ascending");
    expect(firstCells(grid)[0]).toBe("Airport 0");
    await user.click(header("flights"));
    expect(header("flights").getAttribute("aria-sort")).toBe("descending");
    expect(grid.querySelector("tr[data-row='0'] td:nth-child(2)")?.textContent).toBe("4,999");
    await user.click(header("flights"));
    expect(header("flights").getAttribute("aria-sort")).toBe("none");
  });

  test("reports sort changes when controlled by the caller", async () => {
    const onSort = vi.fn();
    const { grid, header } = show({ sort: [{ key: "name", descending: true }], onSort, isManual: true });
    await userEvent.click(header("flights"));
    expect(onSort).toHaveBeenCalledWith([{ key: "flights", descending: false }]);
    expect(header("name").getAttribute("aria-sort")).toBe("descending");
    expect(firstCells(grid)[0]).toBe("Airport 0");
  });

  test("search keeps matching rows and shows a message when none match", () => {
    const { grid } = show({ search: "airport 4999" });
    expect(firstCells(grid)).toEqual(["Airport 4999"]);
    render(<DataTable columns={COLUMNS} rows={ROWS} label="Empty" search="nowhere" emptyText="No rows match" />);
    expect(within(screen.getByRole("grid", { name: "Empty" })).getByText("No rows match")).toBeTruthy();
  });

  test("arrows move the active cell, from the header down", async () => {
    const user = userEvent.setup();
    const { grid } = show();
    await user.tab();
    expect(document.activeElement).toBe(grid);
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowRight}");
    const active = document.getElementById(grid.getAttribute("aria-activedescendant") ?? "");
    expect(active?.textContent).toBe("2,919");
  });

  test("Enter on a header sorts the column", async () => {
    const user = userEvent.setup();
    const { header } = show();
    await user.tab();
    await user.keyboard("{ArrowRight}{Enter}");
    expect(header("flights").getAttribute("aria-sort")).toBe("ascending");
  });

  test("a range selected with Shift is copied as tab-separated text", async () => {
    const user = userEvent.setup();
    const { grid } = show();
    await user.tab();
    await user.keyboard("{ArrowDown}{Shift>}{ArrowDown}{ArrowRight}{/Shift}");
    const setData = vi.fn();
    fireEvent.copy(grid, { clipboardData: { setData } });
    expect(setData).toHaveBeenCalledWith("text/plain", "Airport 0\t0\nAirport 1\t2919");
  });

  test("only dimensions can be clicked", async () => {
    const user = userEvent.setup();
    const onCellClick = vi.fn();
    const columns = COLUMNS.map((column) => ({ ...column, isDimension: column.key === "name" }));
    const { grid } = show({ columns, onCellClick });
    await user.click(grid.querySelector("tr[data-row='2'] td:nth-child(2)")!);
    expect(onCellClick).not.toHaveBeenCalled();
    await user.keyboard("{Control>}");
    await user.click(grid.querySelector("tr[data-row='2'] td:nth-child(1)")!);
    expect(onCellClick.mock.calls[0]?.[0]).toMatchObject({ value: "Airport 2", column: { key: "name" } });
    expect(onCellClick.mock.calls[0]?.[1]).toBe(true);
  });

  test("the cell menu receives the cell's row", () => {
    const onCellMenu = vi.fn();
    const { grid } = show({ onCellMenu });
    fireEvent.contextMenu(grid.querySelector("tr[data-row='3'] td:nth-child(2)")!, { clientX: 10, clientY: 20 });
    expect(onCellMenu).toHaveBeenCalledWith({ x: 10, y: 20 }, expect.objectContaining({ row: ROWS[3] }));
  });

  test("dates can be shown as the database returned them", async () => {
    const { grid } = show({ canToggleDates: true });
    await userEvent.click(screen.getByRole("button", { name: "Original value of day" }));
    expect(grid.querySelector("tr[data-row='0'] td:nth-child(3)")?.textContent).toBe(String(ROWS[0]?.day));
    expect(screen.getByRole("button", { name: "Original value of day" }).getAttribute("aria-pressed")).toBe("true");
  });

  test("columns move and resize by keyboard", async () => {
    const user = userEvent.setup();
    const { grid } = show({ canReorder: true });
    const widths = () => [...grid.querySelectorAll("col")].map((col) => col.style.width);
    const before = widths()[0];
    await user.tab();
    await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
    expect(Number.parseInt(widths()[0] ?? "", 10)).toBe(Number.parseInt(before ?? "", 10) + 16);
    await user.keyboard("{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}");
    expect(
      within(grid)
        .getAllByRole("columnheader")
        .map((cell) => cell.textContent),
    ).toEqual(["flights", "name", "day"]);
  });

  test("row numbers continue over pages, and the summary row is pinned", () => {
    const { grid } = show({ hasRowNumbers: true, firstRowNumber: 21, summary: { flights: 12_345 } });
    expect(within(grid).getAllByRole("rowheader")[0]?.textContent).toBe("21");
    expect(grid.querySelector("tfoot")?.textContent).toBe("Summary12,345");
  });

  test("highlights and mutes rows", () => {
    const { grid } = show({ toneOf: (row) => (row.name === "Airport 1" ? "selected" : "muted") });
    expect(grid.querySelector("tr[data-row='1']")?.getAttribute("data-tone")).toBe("selected");
    expect(grid.querySelector("tr[data-row='0']")?.getAttribute("data-tone")).toBe("muted");
  });
});

describe("links and markup in cells", () => {
  test("URLs become links, other text doesn't", () => {
    const rows = [{ url: "https://example.com/a", word: "javascript:alert(1)" }];
    const columns = columnsOfResult({ data: rows });
    render(<DataTable columns={columns} rows={rows} label="Links" />);
    const links = screen.getAllByRole("link");
    expect(links).toHaveLength(1);
    expect(links[0]?.getAttribute("rel")).toContain("noopener");
  });

  test("unsafe markup is removed, its text stays", () => {
    const { container } = render(
      <SafeHtml
        html={`<b onclick="x()">bold</b><script>evil()</script><a href="javascript:evil()">link</a><img src="x:y"><iframe src="https://e.com"></iframe><form>text</form><span style="color:red;background:url(https://e.com)">red</span>`}
      />,
    );
    expect(container.querySelector("script,iframe,form")).toBeNull();
    expect(container.querySelector("b")?.getAttribute("onclick")).toBeNull();
    expect(container.querySelector("a")?.getAttribute("href")).toBeNull();
    expect(container.querySelector("img")?.getAttribute("src")).toBeNull();
    expect(container.querySelector("span")?.style.color).toBe("red");
    expect(container.innerHTML).not.toContain("url(");
    expect(container.textContent).toBe("boldlinktextred");
  });

  test("shows markup as text when nothing of it would be visible", () => {
    const html = `<img src=x onerror="evil()">`;
    const { container } = render(<SafeHtml html={html} />);
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toBe(html);
  });

  test("safe links open in a new tab", () => {
    render(<SafeHtml html={`<a href="https://example.com">site</a>`} />);
    const link = screen.getByRole("link", { name: "site" });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noopener noreferrer"]);
  });
});

describe("pager", () => {
  test("shows the row range and changes pages", async () => {
    const onPage = vi.fn();
    render(<Pager page={1} pageSize={20} total={1234} onPage={onPage} />);
    expect(screen.getByText("21–40 of 1,234")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Page 2" }).getAttribute("aria-current")).toBe("page");
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    await userEvent.click(screen.getByRole("button", { name: "Page 62" }));
    expect(onPage.mock.calls).toEqual([[2], [61]]);
  });

  test("stops at the first and last page", () => {
    render(<Pager page={0} pageSize={20} total={15} onPage={vi.fn()} />);
    expect(screen.getByRole("button", { name: "Previous page" }).hasAttribute("disabled")).toBe(true);
    expect(screen.getByRole("button", { name: "Next page" }).hasAttribute("disabled")).toBe(true);
  });
});
