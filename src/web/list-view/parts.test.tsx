import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Pencil, Table2, Trash2 } from "lucide-react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { pickFromMenu } from "../../testing/menus.ts";
import { queryClient } from "../client/query.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { DateRange, maybeRange, rangeText } from "./DateRange.tsx";
import type { Choice, ListDefinition } from "./definition.ts";
import { FilterBar } from "./FilterBar.tsx";
import { DEFAULT_PAGE_SIZE, type ListState } from "./list-state.ts";
import { Pager } from "./Pager.tsx";
import { RowMenu } from "./RowMenu.tsx";

interface Row {
  id: number;
  name: string;
}

const edit = vi.fn();
const definition: ListDefinition<Row> = {
  key: "parts",
  title: "Parts",
  noun: { one: "run", many: "runs" },
  columns: [{ id: "name", header: "Name" }],
  filters: [
    { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
    { kind: "dates", id: "name", key: "changed", label: "Changed", operator: "between" },
    {
      kind: "select",
      id: "name",
      key: "status",
      label: "Status",
      operator: "eq",
      options: [
        { value: true, text: "Published" },
        { value: false, text: "Draft" },
      ],
    },
  ],
  initialSort: { column: "changed_on", order: "desc" },
  sorts: [
    { label: "Recently modified", sort: { column: "changed_on", order: "desc" } },
    { label: "Alphabetical", sort: { column: "name", order: "asc" } },
  ],
  select: ["id"],
  load: async () => ({ count: 0, result: [] }),
  nameOf: (row) => row.name,
  addressOf: (row) => `/part/${row.id}/`,
  rowActions: [
    { key: "edit", label: "Edit", icon: Pencil, inline: true, run: edit },
    { key: "delete", label: "Delete", icon: Trash2, when: (row) => row.id > 1, run: vi.fn() },
  ],
  bulkActions: [],
  card: (row) => ({ picture: row.name }),
  empty: { title: "No parts", text: "" },
  emptyIcon: Table2,
};

const START: ListState = {
  filters: {},
  pageIndex: 3,
  pageSize: DEFAULT_PAGE_SIZE,
  sort: definition.initialSort,
  viewMode: "table",
};

const latest: { state: ListState } = { state: START };
function Bar({ start = START }: { start?: ListState }) {
  const [state, setState] = useState(start);
  latest.state = state;
  return <FilterBar definition={definition} state={state} onState={setState} />;
}
const show = (content: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{content}</MemoryRouter>
    </QueryClientProvider>,
  );

beforeEach(() => {
  vi.clearAllMocks();
  queryClient.clear();
});

describe("filters", () => {
  test("search applies trimmed text after a debounce, immediately on Enter, and resets the page", async () => {
    show(<Bar />);
    const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search by name" });
    await userEvent.type(field, "  late ");
    await waitFor(() => expect(latest.state).toMatchObject({ filters: { search: "late" }, pageIndex: 0 }));
    await userEvent.type(field, "flights");
    expect(field.value).toBe("  late flights");
    await userEvent.keyboard("{Enter}");
    expect(latest.state.filters).toEqual({ search: "late flights" });
    await userEvent.clear(field);
    await userEvent.keyboard("{Enter}");
    expect(latest.state.filters).toEqual({});
  });

  test("shows a choice on its chip, which can be cleared", async () => {
    show(<Bar />);
    await userEvent.click(screen.getByRole("button", { name: "Status" }));
    await userEvent.click(await screen.findByRole("button", { name: "Draft" }));
    expect(latest.state.filters.status).toEqual({ value: false, label: "Draft" });
    expect(screen.getByRole("button", { name: /Status\s*Draft/ })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear Status" }));
    expect(latest.state.filters).toEqual({});
  });

  test("dates include the last day", async () => {
    show(<Bar />);
    await userEvent.click(screen.getByRole("button", { name: "Changed" }));
    fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-11-01" } });
    expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-21" } });
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(latest.state.filters.changed).toEqual(maybeRange("2026-11-01", "2026-11-21"));
    expect(screen.getByRole("button", { name: /Changed\s*1 Nov 2026 – 21 Nov 2026/ })).toBeTruthy();
  });

  test("Clear resets all filters", async () => {
    show(<Bar start={{ ...START, filters: { search: "x", status: { value: true, label: "Published" } } }} />);
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(latest.state).toMatchObject({ filters: {}, pageIndex: 0 });
    expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
  });

  test("cards have a sort menu, the table has headers", async () => {
    show(<Bar />);
    expect(screen.queryByRole("button", { name: /^Sort/ })).toBeNull();
    await userEvent.click(screen.getByRole("radio", { name: "Cards" }));
    await userEvent.click(screen.getByRole("button", { name: "Sort: Recently modified" }));
    await pickFromMenu("Alphabetical");
    expect(latest.state).toMatchObject({ viewMode: "card", sort: { column: "name", order: "asc" }, pageIndex: 0 });
  });
});

describe("dates", () => {
  test("rejects reversed dates", () => {
    render(<DateRange value={undefined} onApply={() => undefined} />);
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-21" } });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-01" } });
    expect(screen.getByRole("alert").textContent).toBe("The start date must be before the end date.");
    expect(maybeRange("2026-11-21", "2026-11-01")).toBeUndefined();
  });

  test("accepts a single day, and shows it again", () => {
    const day = maybeRange("2026-02-28", "2026-02-28");
    expect(day && rangeText(day)).toBe("28 Feb 2026 – 28 Feb 2026");
    render(<DateRange value={day} onApply={() => undefined} />);
    expect(screen.getByLabelText("To")).toHaveProperty("value", "2026-02-28");
  });

  test.each([
    ["2026-03-29", 23],
    ["2026-10-25", 25],
    ["2026-12-31", 24],
  ])("the day %s has its %i hours, and is the same day when selected again", (day, hours) => {
    vi.stubEnv("TZ", "Europe/Berlin");
    try {
      const [start, end] = maybeRange(day, day) ?? [0, 0];
      expect((end - start) / 3_600_000).toBe(hours);
      show(<DateRange value={[start, end]} onApply={vi.fn()} />);
      for (const label of ["From", "To"]) expect(screen.getByLabelText(label)).toHaveProperty("value", day);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("choices of the server", () => {
  const people: Choice[] = [
    { value: 1, text: "Ada" },
    { value: 2, text: "Grace" },
  ];

  test("are searched on the server, and selected with arrow keys and Enter", async () => {
    const load = vi.fn(async (text: string) => people.filter((one) => one.text.toLowerCase().includes(text)));
    const choose = vi.fn();
    show(<ChoiceList label="Owner" cacheKey="k" options={load} onChoose={choose} />);
    await screen.findByRole("button", { name: "Ada" });
    await userEvent.type(screen.getByRole("searchbox", { name: "Search owner" }), "gra");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Ada" })).toBeNull());
    expect(load.mock.lastCall?.[0]).toBe("gra");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(choose).toHaveBeenCalledWith({ value: 2, text: "Grace" });
  });

  test("show that nothing matches", async () => {
    show(<ChoiceList label="Owner" cacheKey="n" options={async () => []} onChoose={() => undefined} />);
    expect(await screen.findByText("No values")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox"), "zz");
    expect(await screen.findByText("No values match “zz”")).toBeTruthy();
  });
});

test("a page size resets the page, and the last page has no next", async () => {
  const onState = vi.fn();
  render(<Pager state={{ ...START, pageIndex: 1 }} count={30} onState={onState} />);
  expect(screen.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByRole("button", { name: "25 per page, change" }));
  const sizes = (await screen.findAllByRole("menuitem")).map((item) => item.textContent?.replace("✓", ""));
  expect(sizes).toContain("100 per page");
  await userEvent.click(screen.getByRole("menuitem", { name: "100 per page" }));
  expect(onState).toHaveBeenCalledWith({ ...START, pageSize: 100, pageIndex: 0 });
});

test("a row offers its actions, frequent ones next to the menu", async () => {
  show(
    <>
      <RowMenu definition={definition} row={{ id: 1, name: "One" }} />
      <RowMenu definition={definition} row={{ id: 2, name: "Two" }} />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Edit: Two" }));
  expect(edit).toHaveBeenCalledWith({ id: 2, name: "Two" });
  await userEvent.click(screen.getByRole("button", { name: "Actions for One" }));
  const menu = within(await screen.findByRole("menu"));
  expect(menu.getAllByRole("menuitem").map((item) => item.textContent)).toEqual(["Edit"]);
});
