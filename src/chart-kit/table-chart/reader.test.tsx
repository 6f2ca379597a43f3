import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow } from "../../model/query-context.ts";
import { columnsOfResult } from "../table/column.ts";
import type { ColumnState } from "../table/column-state.ts";
import { ColumnFilterForm } from "./ColumnFilterForm.tsx";
import { ColumnMenu, type ColumnMenuProps } from "./ColumnMenu.tsx";
import { ColumnSummary } from "./ColumnSummary.tsx";
import type { ColumnFilter } from "./column-filter.ts";
import { TableTools } from "./TableTools.tsx";

const ROWS: DataRow[] = [
  { city: "Ulm", n: 5, day: Date.UTC(1969, 6, 20), isLarge: false },
  { city: "Ulm", n: -2.5, day: null, isLarge: true },
  { city: "", n: 1e9, day: Date.UTC(2024, 1, 29), isLarge: true },
  { city: null, n: null, day: Date.UTC(2024, 1, 29), isLarge: null },
];
const COLUMNS = columnsOfResult({ data: ROWS, colnames: ["city", "n", "day", "isLarge"], coltypes: [1, 0, 2, 3] });
const columnOf = (key: string) => COLUMNS.find((column) => column.key === key) as TableColumn;

describe("a column filter", () => {
  function show(key: string, filter?: ColumnFilter) {
    const handlers = { onFilter: vi.fn(), onClose: vi.fn() };
    const values = [...new Set(ROWS.map((row) => row[key] ?? null))];
    render(<ColumnFilterForm column={columnOf(key)} values={values} filter={filter} {...handlers} />);
    const form = screen.getByRole("form", { name: `Filter ${columnOf(key).label}` });
    const apply = screen.getByRole("button", { name: "Apply" }) as HTMLButtonElement;
    const choose = async (name: string, option: string) => {
      fireEvent.mouseDown(within(form).getAllByRole("combobox", { name }).at(-1) as HTMLElement);
      fireEvent.click((await screen.findAllByTitle(option)).at(-1) as HTMLElement);
    };
    return { ...handlers, form, apply, choose };
  }
  const value = (name = "Value") => screen.getAllByRole("textbox", { name }).at(-1) as HTMLElement;

  test("is applied by button or Enter once complete", async () => {
    const { apply, onFilter, onClose } = show("city");
    expect(apply.disabled).toBe(true);
    await userEvent.type(value(), "ul{Enter}");
    expect(onFilter).toHaveBeenCalledWith({ filterType: "text", type: "contains", filter: "ul" });
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("accepts only numbers, including negative and exponential ones", async () => {
    const { apply, onFilter } = show("n");
    await userEvent.type(value(), "five");
    expect(apply.disabled).toBe(true);
    await userEvent.clear(value());
    await userEvent.type(value(), "-2.5e3");
    await userEvent.click(apply);
    expect(onFilter).toHaveBeenCalledWith({ filterType: "number", type: "equals", filter: -2500 });
  });

  test("requires both bounds of a range", async () => {
    const { apply, choose, onFilter } = show("n");
    await choose("Condition", "is between");
    await userEvent.type(value(), "1");
    expect(apply.disabled).toBe(true);
    await userEvent.type(value("Second value"), "9");
    await userEvent.click(apply);
    expect(onFilter).toHaveBeenCalledWith({ filterType: "number", type: "inRange", filter: 1, filterTo: 9 });
  });

  test("requires no value to find empty cells", async () => {
    const { apply, choose, onFilter } = show("city");
    await choose("Condition", "is empty");
    expect(screen.queryByRole("textbox", { name: "Value" })).toBeNull();
    await userEvent.click(apply);
    expect(onFilter).toHaveBeenCalledWith({ filterType: "text", type: "blank" });
  });

  test("with two conditions offers AND/OR and waits for the second", async () => {
    const { apply, choose, onFilter } = show("city");
    await userEvent.type(value(), "a");
    await userEvent.click(screen.getByRole("button", { name: "Add condition" }));
    expect(apply.disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "Add condition" }), "two are the most").toBeNull();
    await choose("Combine conditions with", "or");
    await userEvent.type(value(), "b");
    await userEvent.click(apply);
    expect(onFilter).toHaveBeenCalledWith({
      ...{ filterType: "text", operator: "OR" },
      conditions: [
        { filterType: "text", type: "contains", filter: "a" },
        { filterType: "text", type: "contains", filter: "b" },
      ],
    });
  });

  test("distinguishes null from empty text among the values", async () => {
    const { apply, choose, onFilter } = show("city");
    await choose("Condition", "is one of");
    expect(apply.disabled).toBe(true);
    await choose("Values", "N/A");
    await userEvent.click(apply);
    expect(onFilter).toHaveBeenCalledWith({ filterType: "set", values: [null] });
  });

  test("opens with the selected values, including ones no longer in the data, and can be cleared", async () => {
    const { apply, onFilter, form } = show("city", { filterType: "set", values: ["Ulm", "Gone"] });
    expect(within(form).getByTitle("Gone")).toBeTruthy();
    expect(apply.disabled).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Clear filter" }));
    expect(onFilter).toHaveBeenCalledWith(null);
  });

  test("opens with a date before 1970", () => {
    const filter = { filterType: "date", type: "equals", dateFrom: "1969-07-20 00:00:00", dateTo: null } as const;
    const { form } = show("day", filter);
    expect((within(form).getByLabelText("Value") as HTMLInputElement).value).toBe("1969-07-20");
  });
});

describe("a column menu", () => {
  function show(key: string, more: Partial<ColumnMenuProps> = {}) {
    const handlers = { onSort: vi.fn(), onStates: vi.fn(), onFilter: vi.fn(), onClose: vi.fn() };
    const props = {
      column: columnOf(key),
      columns: COLUMNS,
      states: [] as ColumnState[],
      filter: undefined,
      values: [],
      canFilter: false,
    };
    render(<ColumnMenu {...props} at={{ x: 0, y: 0, height: 0 }} {...handlers} {...more} />);
    return handlers;
  }
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const stateOf = ({ onStates }: ReturnType<typeof show>, key: string) =>
    onStates.mock.lastCall?.[0].find((state: ColumnState) => state.colId === key);

  test("sorts by this column only, in both directions, and closes", async () => {
    const menu = show("n");
    await press("Sort ascending");
    await press("Sort descending");
    expect(menu.onSort.mock.calls).toEqual([[[{ key: "n", descending: false }]], [[{ key: "n", descending: true }]]]);
    expect(menu.onClose).toHaveBeenCalledTimes(2);
  });

  test("pins and unpins", async () => {
    const menu = show("n");
    await press("Pin to the left");
    expect(stateOf(menu, "n")).toMatchObject({ pinned: "left" });
    screen.getByRole("button", { name: "Hide" });
  });

  test("unpins a column and resets all changes", async () => {
    const menu = show("n", { states: [{ colId: "n", pinned: "left", width: 90 }] });
    await press("Unpin");
    expect(stateOf(menu, "n")).toMatchObject({ pinned: null, width: 90 });
    await press("Fit to content");
    expect(stateOf(menu, "n")).toMatchObject({ pinned: "left", width: null });
    await press("Reset columns");
    expect(menu.onStates).toHaveBeenLastCalledWith([]);
  });

  test("never hides the last column", () => {
    const states = COLUMNS.slice(1).map(({ key }) => ({ colId: key, hide: true }));
    show("city", { states });
    expect(screen.queryByRole("button", { name: "Hide" })).toBeNull();
    expect((screen.getByRole("checkbox", { name: "city" }) as HTMLInputElement).disabled).toBe(true);
    expect((screen.getByRole("checkbox", { name: "n" }) as HTMLInputElement).checked).toBe(false);
  });

  test("shows columns again, named with their heading", async () => {
    const columns = COLUMNS.map((column) => ({ ...column, group: "Main" }));
    const menu = show("city", { columns, states: [{ colId: "n", hide: true }] });
    await userEvent.click(screen.getByRole("checkbox", { name: "Main, n" }));
    expect(stateOf(menu, "n")).toMatchObject({ hide: false });
    expect(menu.onClose).not.toHaveBeenCalled();
  });

  test("shows a filter and a summary if enabled, and closes on Esc", () => {
    const menu = show("n", { canFilter: true, rows: ROWS });
    expect(screen.getByRole("form", { name: "Filter n" })).toBeTruthy();
    expect(screen.getByRole("region", { name: "n summary" })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole("button", { name: "Hide" }), { key: "Escape" });
    expect(menu.onClose).toHaveBeenCalledOnce();
  });
});

describe("a column summary", () => {
  const facts = (key: string, rows: readonly DataRow[] = ROWS) => {
    render(<ColumnSummary column={columnOf(key)} rows={rows} />);
    const list = screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    return Object.fromEntries(list);
  };

  test("shows range, mean, missing values and distribution of numbers", () => {
    expect(facts("n")).toEqual({
      ...{ Missing: "1 (25%)", Distinct: "3", Min: "-2.5", Max: "1,000,000,000.0", Mean: "333,333,334.2" },
    });
    expect(screen.getByRole("img").getAttribute("aria-label")).toMatch(
      /^Values from -2\.5 to 1,000,000,000\.0: 2, 0,.* in 16 equal ranges$/,
    );
  });

  test("shows the range of times, without a mean", () => {
    expect(facts("day")).toEqual({ Missing: "1 (25%)", Distinct: "2", Min: "1969-07-20", Max: "2024-02-29" });
  });

  test("shows the most frequent texts, with a label for empty text", () => {
    expect(facts("city", [...ROWS, { city: "" }])).toMatchObject({ Missing: "1 (20%)", Distinct: "2" });
    const listed = within(screen.getByRole("list", { name: "Most frequent" })).getAllByRole("listitem");
    expect(listed.map(({ textContent }) => textContent)).toEqual(["Ulm2", "(empty string)2"]);
  });

  test("shows a single row without a histogram", () => {
    expect(facts("n", ROWS.slice(0, 1))).toMatchObject({ Missing: "0", Min: "5.0", Max: "5.0" });
    expect(screen.getByRole("heading").textContent).toBe("In 1 row");
    expect(screen.queryByRole("img")).toBeNull();
  });

  test("shows zero counts without rows", () => {
    expect(facts("n", [])).toEqual({ Missing: "0", Distinct: "0" });
    expect(screen.getByRole("heading").textContent).toBe("In 0 rows");
  });
});

describe("table tools", () => {
  const search = (more = {}) => ({ text: "", columns: [], setSearch: vi.fn(), submitSearch: vi.fn(), ...more });

  test("search all columns in the browser while typing", async () => {
    const tool = search();
    render(<TableTools search={tool} />);
    await userEvent.type(screen.getByRole("textbox", { name: "Search rows" }), "ü");
    expect(tool.setSearch).toHaveBeenCalledWith("ü");
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  test("search the selected column on the server on Enter", async () => {
    const tool = search({
      text: "ul",
      column: "city",
      columns: [
        { key: "city", label: "City" },
        { key: "name", label: "Name" },
      ],
    });
    render(<TableTools search={tool} />);
    await userEvent.type(screen.getByRole("textbox", { name: "Search rows" }), "{Enter}");
    expect(tool.submitSearch).toHaveBeenCalledWith("ul");
    fireEvent.mouseDown(screen.getByRole("combobox", { name: "Search in" }));
    fireEvent.click(await screen.findByTitle("Name"));
    await waitFor(() => expect(tool.setSearch).toHaveBeenCalledWith("ul", "name"));
  });

  test("select the visible comparison columns", async () => {
    const onChange = vi.fn();
    render(<TableTools parts={{ shown: ["Main", "#", "△", "%"], onChange }} />);
    await userEvent.click(screen.getByRole("checkbox", { name: "△ Difference" }));
    expect(onChange).toHaveBeenCalledWith(["Main", "#", "%"]);
  });
});
