import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Table2, Trash2 } from "lucide-react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { RISON } from "rison2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { collectionOperations } from "../../model/resource.ts";
import { chooseAllRows, pickFromMenu } from "../../testing/menus.ts";
import { type Answer, type RecordedRequest, serve } from "../../testing/network.ts";
import { call } from "../client/client.ts";
import { queryClient } from "../client/query.ts";
import { choicesFrom } from "./choices.ts";
import type { ListDefinition } from "./definition.ts";
import { ListView } from "./ListView.tsx";

interface Row {
  id: number;
  name: string;
}

const contract = collectionOperations("dashboard", z.looseObject({ id: z.number(), name: z.string() }));
const ALL: Row[] = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: `Row ${index + 1}` }));
const run = vi.fn();
const bulk = vi.fn();

const definition: ListDefinition<Row> = {
  key: "rows",
  title: "Rows",
  noun: { one: "run", many: "runs" },
  columns: [
    { id: "name", header: "Name", sort: "name", cell: () => null },
    { id: "owners", header: "Owners" },
  ],
  filters: [
    { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
    {
      kind: "select",
      id: "owners",
      key: "owners",
      label: "Owner",
      operator: "rel_m_m",
      options: choicesFrom(contract.related, "owners"),
    },
  ],
  initialSort: { column: "changed_on", order: "desc" },
  sorts: [{ label: "Alphabetical", sort: { column: "name", order: "asc" } }],
  select: ["id", "name"],
  load: (q, signal) => call(contract.list, { q }, { signal }),
  nameOf: (row) => row.name,
  addressOf: (row) => `/row/${row.id}/`,
  favorites: "dashboard",
  rowActions: [{ key: "delete", label: "Delete", icon: Trash2, run }],
  bulkActions: [{ key: "delete", label: "Delete", icon: Trash2, run: bulk }],
  card: (row) => ({ picture: `Picture of ${row.name}` }),
  empty: { title: "No rows yet", text: "A row is a row." },
  emptyIcon: Table2,
};

interface Query {
  page?: number;
  page_size?: number;
  filters?: { col: string; opr: string; value: unknown }[];
  order_column?: string;
  order_direction?: string;
}
const queryOf = (request: RecordedRequest): Query => RISON.parse(request.query.get("q") ?? "()") as Query;

function list(request: RecordedRequest): Answer {
  const { page = 0, page_size = 25, filters = [] } = queryOf(request);
  const text = filters.find((filter) => filter.opr === "ct")?.value;
  const rows = ALL.filter((row) => typeof text !== "string" || row.name.includes(text));
  const result = rows.slice(page * page_size, (page + 1) * page_size);
  return { body: { count: rows.length, ids: result.map((row) => row.id), result } };
}

const ROUTES = {
  "GET /api/v1/dashboard/": list,
  "GET /api/v1/dashboard/favorite_status/": { body: { result: [{ id: 1, value: true }] } },
  "GET /api/v1/dashboard/related/owners": { body: { count: 1, result: [{ value: 7, text: "Ada Lovelace" }] } },
};

function show(address = "/rows/", shown = definition) {
  const router = createMemoryRouter(
    [
      { path: "/rows/", element: <ListView definition={shown} /> },
      { path: "/row/:id/", element: <p>One row</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const names = () => screen.getAllByRole("link", { name: /^Row/ }).map((link) => link.textContent);
const firstShown = async () => (await screen.findAllByRole("link", { name: /^Row/ }))[0];

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.clearAllMocks();
});

describe("a list", () => {
  test("shows hidden columns below names on phones", async () => {
    serve(ROUTES);
    const media = window.matchMedia;
    vi.stubGlobal("matchMedia", (query: string) => ({ ...media(query), matches: query.includes("max-width: 767px") }));
    const changed = { id: "changed", header: "Changed", below: true, cell: (row: Row) => `${row.id} d ago` };
    show("/rows/", { ...definition, columns: [...definition.columns, changed] });
    const link = await firstShown();
    expect(link?.parentElement?.textContent).toBe("Row 11 d ago");
    vi.unstubAllGlobals();
  });

  test("shows no count before it is loaded", async () => {
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    serve({
      ...ROUTES,
      "GET /api/v1/dashboard/": async (request: RecordedRequest) => {
        await held;
        return list(request);
      },
    });
    show();
    const pages = within(await screen.findByRole("navigation", { name: "Pagination" }));
    expect([pages.getByRole("status").textContent, pages.queryByText(/of/)]).toEqual(["", null]);
    answer?.();
    expect(await pages.findByText("1–25 of 30")).toBeTruthy();
  });

  test("loads the first page in the initial order, with a count", async () => {
    const requests = serve(ROUTES);
    show();
    await firstShown();
    expect(names()).toHaveLength(25);
    expect(queryOf(requests[0] as RecordedRequest)).toMatchObject({
      page: 0,
      page_size: 25,
      order_column: "changed_on",
      order_direction: "desc",
    });
    expect(screen.getByText("1–25 of 30")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Remove Row 1 from favorites" })).toBeTruthy();
  });

  test("keeps its state in the URL", async () => {
    serve(ROUTES);
    const router = show();
    await firstShown();
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    await screen.findByText("26–30 of 30");
    expect(router.state.location.search).toBe("?pageIndex=1");
    await userEvent.click(screen.getByRole("button", { name: "Name" }));
    await waitFor(() => expect(router.state.location.search).toBe("?sortColumn=name&sortOrder=asc"));
  });

  test("is a table without cards, whatever the URL says", async () => {
    serve(ROUTES);
    show("/rows/?viewMode=card", { ...definition, card: undefined });
    await firstShown();
    expect(screen.getByRole("columnheader", { name: /Name/ })).toBeTruthy();
  });

  test("adds one history entry per search", async () => {
    serve(ROUTES);
    const router = show();
    await firstShown();
    for (const part of ["Row ", "2"]) {
      const before = router.state.location.search;
      await userEvent.type(screen.getByRole("searchbox"), part);
      await waitFor(() => expect(router.state.location.search).not.toBe(before));
    }
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe(""));
    expect(router.state.location.search).toBe("");
  });

  test("goes to the first page when a filter changes, and shows the total", async () => {
    serve(ROUTES);
    const router = show("/rows/?pageIndex=1");
    await screen.findByText("26–30 of 30");
    await userEvent.type(screen.getByRole("searchbox"), "Row 2{Enter}");
    expect(await screen.findByText("1–11 of 11")).toBeTruthy();
    expect(router.state.location.search).toBe("?filters=%28search%3A%27Row+2%27%29");
    expect(await screen.findByText("11 of 30")).toBeTruthy();
  });

  test("goes to the first page if the current one doesn't exist", async () => {
    serve(ROUTES);
    const router = show("/rows/?pageIndex=9");
    await screen.findByText("1–25 of 30");
    expect(router.state.location.search).toBe("");
  });

  test("filters by a choice of the server and shows it on the chip", async () => {
    const requests = serve(ROUTES);
    show();
    await firstShown();
    await userEvent.click(screen.getByRole("button", { name: "Owner" }));
    await userEvent.click(await screen.findByRole("button", { name: "Ada Lovelace" }));
    expect(await screen.findByRole("button", { name: /Owner\s*Ada Lovelace/ })).toBeTruthy();
    const owned = [{ col: "owners", opr: "rel_m_m", value: 7 }];
    await waitFor(() => expect(requests.map((each) => queryOf(each).filters)).toContainEqual(owned));
    await userEvent.click(screen.getByRole("button", { name: "Clear Owner" }));
    expect(screen.queryByRole("button", { name: "Clear Owner" })).toBeNull();
  });
});

describe("selecting rows", () => {
  test("survives paging, supports ranges and all matching rows", async () => {
    serve(ROUTES);
    show();
    await firstShown();
    const user = userEvent.setup();
    await user.click(screen.getByRole("checkbox", { name: "Select Row 2" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "Select Row 5" }));
    await user.keyboard("{/Shift}");
    expect(screen.getByText("4 selected")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await screen.findByText("26–30 of 30");
    await user.click(screen.getByRole("checkbox", { name: "Select Row 26" }));
    expect(screen.getByText("5 selected")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Select all 30" }));
    expect(await screen.findByText("30 selected")).toBeTruthy();
    const bar = within(screen.getByRole("region", { name: "Bulk actions" }));
    await user.click(bar.getByRole("button", { name: "Delete" }));
    expect(bulk.mock.calls[0]?.[0]).toHaveLength(30);
  });

  test("is cleared by Esc", async () => {
    serve(ROUTES);
    show();
    await firstShown();
    await chooseAllRows();
    expect(screen.getByText("25 selected")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByText("25 selected")).toBeNull();
  });
});

describe("keys", () => {
  test("move, select, star and open", async () => {
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
      "POST /api/v1/dashboard/2/favorites/": {},
    });
    const router = show();
    await firstShown();
    screen.getAllByRole("row")[1]?.focus();
    await userEvent.keyboard("{ArrowDown}x");
    expect((screen.getByRole("checkbox", { name: "Select Row 2" }) as HTMLInputElement).checked).toBe(true);
    await userEvent.keyboard("s");
    await waitFor(() => {
      expect(requests.some((each) => each.method === "POST" && each.path === "/api/v1/dashboard/2/favorites/")).toBe(
        true,
      );
    });
    await userEvent.keyboard("{Enter}");
    expect(router.state.location.pathname).toBe("/row/2/");
  });

  test("v switches to cards, which is remembered", async () => {
    serve(ROUTES);
    show();
    await firstShown();
    await userEvent.keyboard("v");
    expect(await screen.findByText("Picture of Row 1")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Sort/ })).toBeTruthy();
    expect(localStorage.getItem("tessera.view.rows")).toBe('"card"');
  });

  test("the Menu key opens the row's actions", async () => {
    serve(ROUTES);
    show();
    await firstShown();
    screen.getAllByRole("row")[1]?.focus();
    await userEvent.keyboard("{ContextMenu}");
    await pickFromMenu("Delete");
    expect(run).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }));
  });
});

describe("states", () => {
  test("shows an empty state", async () => {
    serve({ ...ROUTES, "GET /api/v1/dashboard/": { body: { count: 0, ids: [], result: [] } } });
    show();
    expect(await screen.findByText("No rows yet")).toBeTruthy();
  });

  test("offers to clear filters without results", async () => {
    serve(ROUTES);
    show("/rows/?filters=(search:zzz)");
    expect(await screen.findByText("No results match your filter criteria")).toBeTruthy();
    expect(screen.getByText("Try different criteria to display results.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear all filters" }));
    expect(await screen.findByText("1–25 of 30")).toBeTruthy();
  });

  test("shows errors above the list, with Retry", async () => {
    let broken = true;
    serve({
      ...ROUTES,
      "GET /api/v1/dashboard/": (request) =>
        broken ? { status: 500, body: { message: "Fatal error" } } : list(request),
    });
    show();
    expect(await screen.findByText("An error occurred while fetching the execution log: Fatal error")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Pagination" })).toBeNull();
    broken = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await firstShown()).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("keeps previous rows dimmed below an error", async () => {
    serve({
      ...ROUTES,
      "GET /api/v1/dashboard/": (request) =>
        queryOf(request).order_column === "name" ? { status: 500, body: { message: "Fatal error" } } : list(request),
    });
    show();
    await firstShown();
    await userEvent.click(screen.getByRole("button", { name: "Name" }));
    expect(await screen.findByText("An error occurred while fetching the execution log: Fatal error")).toBeTruthy();
    const row = screen.getByRole("link", { name: "Row 1" });
    expect(row.closest("[data-stale]")?.getAttribute("data-stale")).toBe("true");
    expect(screen.getByText("1–25 of 30")).toBeTruthy();
  });

  test("shows a page without access", async () => {
    serve({ ...ROUTES, "GET /api/v1/dashboard/": { status: 403, body: { message: "Forbidden" } } });
    show();
    expect(await screen.findByRole("heading", { name: "You don't have access to the execution log" })).toBeTruthy();
  });
});

test("has no selection without bulk actions", async () => {
  serve(ROUTES);
  show("/rows/", { ...definition, bulkActions: [] });
  const row = (await screen.findByRole("link", { name: "Row 2" })).closest("tr");
  row?.focus();
  await userEvent.keyboard("x");
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByText("1 selected")).toBeNull();
});

describe("a row with details", () => {
  const withDetails = { ...definition, detail: (row: Row) => <p>{`About ${row.name}`}</p> };
  const hidden = { id: "hidden", header: "Hidden", from: 1600 as const, cell: () => "h" };

  test("shows them below it, across the columns that are shown", async () => {
    serve(ROUTES);
    show("/rows/", { ...withDetails, columns: [...definition.columns, hidden] });
    const toggle = await screen.findByRole("button", { name: "Details of Row 2" });
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByText("About Row 2")).toBeNull();
    const style = document.createElement("style");
    style.textContent = '[data-from="1600"] { display: none }';
    document.head.append(style);
    await userEvent.click(toggle);
    const cell = screen.getByText("About Row 2").closest("td");
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    // Checkbox, star, name and actions.
    expect(cell?.colSpan).toBe(4);
    expect(cell?.closest("tr")?.previousElementSibling?.textContent).toContain("Row 2");
    style.remove();
  });

  test("hides them again, and keeps those of other rows", async () => {
    serve(ROUTES);
    show("/rows/", withDetails);
    await userEvent.click(await screen.findByRole("button", { name: "Details of Row 2" }));
    await userEvent.click(screen.getByRole("button", { name: "Details of Row 3" }));
    await userEvent.click(screen.getByRole("button", { name: "Details of Row 2" }));
    expect(screen.queryByText("About Row 2")).toBeNull();
    expect(screen.getByText("About Row 3")).toBeTruthy();
  });
});
