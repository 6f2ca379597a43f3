import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DashboardChart } from "../../../api/dashboard/contract.ts";
import type { ChartPart } from "../../../chart-seam/chart-type.ts";
import { layoutTree } from "../../../model/layout-tree.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { selectMask } from "../../../model/native-filter-query.ts";
import { QueryContext } from "../../../model/query-context.ts";
import {
  chartDataRoutes,
  contextsOf,
  grantAllAccess,
  renderOnDashboard,
  VALUES,
} from "../../../testing/dashboard-page.tsx";
import { layout } from "../../../testing/sample-dashboard.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { downloadRows, fileName, saveVisibleRows } from "./downloads.ts";
import { EditContext, type EditSupport } from "./edit-context.ts";
import { Grid, gridOf } from "./Grid.tsx";
import { rowSpans } from "./grid-width.ts";
import { MarkdownText } from "./MarkdownText.tsx";
import { MarkMenu } from "./MarkMenu.tsx";
import { TableDialog } from "./TableDialog.tsx";
import { TabsBlock } from "./TabsBlock.tsx";
import { firstLine } from "./TileHeader.tsx";
import { TileMenu } from "./TileMenu.tsx";
import { useTile } from "./use-tile.ts";

beforeEach(() => {
  grantAllAccess();
  useToasts.setState({ toasts: [] });
});

const { topTabs } = layoutTree(layout);
const [delays] = topTabs?.children ?? [];

const REQUIRED = {
  id: "NATIVE_FILTER-origin",
  name: "Origin",
  filterType: "filter_select",
  targets: [{ datasetId: 7, column: { name: "origin" } }],
  controlValues: { enableEmptyFilter: true },
};

function openGrid(metadata: Record<string, unknown> = {}, routes = chartDataRoutes()) {
  return renderOnDashboard(<Grid nodes={delays?.children ?? []} />, metadata, routes);
}

const tileOf = (name: string) => screen.findByRole("region", { name });

describe("rowSpans", () => {
  const tile = (width: number, isFigure = false) => ({ type: "CHART" as const, width, isFigure });

  it("keeps the layout while every tile is wide enough to read", () => {
    expect(rowSpans([tile(8), tile(4)], 12, 1200)).toEqual([8, 4]);
    expect(rowSpans([tile(3, true), tile(3, true), tile(3, true), tile(3, true)], 12, 760)).toEqual([3, 3, 3, 3]);
    expect(rowSpans([tile(8), tile(4)], 12, 0)).toEqual([8, 4]);
  });

  it("wraps narrow tiles and fills the lines", () => {
    expect(rowSpans([tile(8), tile(4)], 12, 760)).toEqual([12, 12]);
    expect(rowSpans([tile(4), tile(4), tile(4)], 12, 760)).toEqual([6, 6, 12]);
    expect(rowSpans([tile(3), tile(3), tile(3), tile(3)], 12, 1000)).toEqual([4, 4, 4, 12]);
  });

  it("never takes more columns than the row has", () => {
    expect(rowSpans([tile(2)], 3, 500)).toEqual([3]);
    expect(rowSpans([{ type: "ROW", width: 12, isFigure: false }], 12, 300)).toEqual([12]);
  });
});

describe("rows", () => {
  async function spansIn(width: number) {
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(700);
    const plain = window.matchMedia;
    vi.stubGlobal("matchMedia", (media: string) => {
      const [, to] = /max-width: (\d+)px/.exec(media) ?? [];
      return { ...plain(media), matches: to !== undefined && width <= Number(to) };
    });
    const { container } = openGrid();
    await tileOf("Chart 1");
    const spans = [...container.querySelectorAll<HTMLElement>("[data-layout-id^=CHART]")];
    return spans.map(({ style }) => style.getPropertyValue("--span"));
  }

  it("keep their tiles as laid out in a wide window, even if panels leave little space", async () => {
    expect(await spansIn(1024)).toEqual(["4", "4", "4"]);
  });

  it("wrap in a tablet-size window", async () => {
    expect(await spansIn(1023)).not.toEqual(["4", "4", "4"]);
  });
});

function MenuOfShown() {
  const tile = useTile(1);
  const column = { key: "origin", label: "From", type: 1, format: String };
  tile.keepShown({ rows: [{ origin: "ORD" }, { origin: "LAX" }], columns: [column] });
  return <TileMenu chartId={1} title="Chart 1" tile={tile} isOpen onOpen={() => {}} onDialog={() => {}} />;
}

describe("tiles", () => {
  it("show the title and the description's first line, and all of it on demand", async () => {
    const { store } = openGrid();
    const tile = await tileOf("Chart 1");
    expect(within(tile).getByText("Share of flights")).toBeTruthy();
    act(() => store.getState().toggleDescription(1));
    expect(await within(tile).findByText(/in percent/)).toBeTruthy();
    expect(firstLine("\n  One \ntwo")).toBe("One");
  });

  it("reload when a filter in scope changes, with only the conditions that apply to each chart", async () => {
    const { store, requests } = openGrid();
    await waitFor(() => expect(contextsOf(requests)).toHaveLength(3));
    const [origin] = store.getState().dashboard.filters as [NativeFilter];
    act(() => store.getState().choose(origin.id, selectMask(origin, ["ORD"])));
    await waitFor(() => expect(contextsOf(requests)).toHaveLength(6));
    for (const context of contextsOf(requests).slice(3)) {
      expect(context.queries[0]?.filters).toEqual([expect.objectContaining({ col: "origin", val: ["ORD"] })]);
    }
    act(() => store.getState().select(1, { clauses: [{ column: "origin", values: ["LAX"] }], label: "LAX" }, false));
    await waitFor(() => expect(contextsOf(requests)).toHaveLength(8));
  });

  it("return the focus to their menu when a dialog closes", async () => {
    openGrid();
    const tile = await tileOf("Chart 1");
    await userEvent.click(within(tile).getByRole("button", { name: "Menu for Chart 1" }));
    await userEvent.click(await screen.findByText("View as table"));
    await screen.findByRole("dialog", {}, { timeout: 5000 });
    await userEvent.keyboard("{Escape}");
    await waitFor(() =>
      expect(document.activeElement).toBe(within(tile).getByRole("button", { name: "Menu for Chart 1" })),
    );
  });

  it("save the rows of a table as the user sorted and filtered them", async () => {
    const saved: { name: string; text: Promise<string> }[] = [];
    let blob = new Blob();
    URL.createObjectURL = (object) => {
      blob = object as Blob;
      return "blob:";
    };
    URL.revokeObjectURL ??= () => {};
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: blob.text() });
    });
    renderOnDashboard(<MenuOfShown />);
    await userEvent.hover(await screen.findByText("Download", {}, { timeout: 5000 }));
    await userEvent.click(await screen.findByText("CSV (visible rows)"));
    await waitFor(() => expect(saved).toHaveLength(1));
    click.mockRestore();
    expect(saved[0]?.name).toBe("Chart-1.csv");
    expect(await saved[0]?.text).toBe("From\r\nORD\r\nLAX");
  });

  it("get the focus back when a dialog opened by a key closes", async () => {
    openGrid();
    const tile = await tileOf("Chart 1");
    act(() => tile.focus());
    await userEvent.keyboard("t");
    await screen.findByRole("dialog", {}, { timeout: 5000 });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(tile));
  });

  it("list filters that apply and those that don't", async () => {
    const { store } = openGrid();
    act(() => store.getState().select(2, { clauses: [{ column: "delay", values: [15] }], label: "15" }, false));
    const tile = await tileOf("Chart 3");
    await userEvent.click(within(tile).getByRole("button", { name: "0 filters applied, 1 not applied" }));
    const list = await screen.findByText("Not applied (1)");
    expect(list.parentElement?.textContent).toContain("delay15");
    const source = await tileOf("Chart 2");
    await userEvent.click(
      within(source).getByRole("button", { name: "Filtering other charts by 15. Click to clear." }),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: /not applied/ })).toBeNull());
  });

  it("show errors and missing charts", async () => {
    const failing = chartDataRoutes((context) =>
      (context.form_data as { slice_id?: number } | null)?.slice_id === 2 ? "Column delay does not exist" : undefined,
    );
    const { store } = openGrid({}, failing);
    const tile = await tileOf("Chart 2");
    expect(await within(tile).findByText("Failed")).toBeTruthy();
    expect(within(tile).getByText("Column delay does not exist")).toBeTruthy();
    const { dashboard } = store.getState();
    act(() => store.getState().replaceDashboard({ ...dashboard, charts: new Map() }));
    expect(await screen.findByText("“chart 3” is missing")).toBeTruthy();
  });

  it("offer editors to restore a chart from the trash", async () => {
    const row = { id: 9, name: "Delays", deleted_on_delta_humanized: "2 days ago" };
    const { store, requests } = openGrid(
      {},
      {
        ...chartDataRoutes(),
        "GET /api/v1/trash/": { body: { count: 1, ids: [9], result: [row] } },
        "POST /api/v1/trash/9/restore/": { status: 403, body: { message: "Forbidden" } },
      },
    );
    const { dashboard } = store.getState();
    act(() => store.getState().replaceDashboard({ ...dashboard, charts: new Map() }));
    expect((await screen.findAllByText("“Delays” is in the trash"))[0]).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Open trash" })[0]?.getAttribute("href")).toBe("/trash/");
    await userEvent.click(screen.getAllByRole("button", { name: "Restore" })[0]!);
    await waitFor(() => expect(requests.some(({ path }) => path === "/api/v1/trash/9/restore/")).toBe(true));
  });

  it("report a missing dataset, without a useless Retry", async () => {
    openGrid({}, { "POST /api/v1/chart/data": { status: 404, body: { message: "Not found" } } });
    const tile = await tileOf("Chart 2");
    expect(await within(tile).findByText("No dataset")).toBeTruthy();
    expect(within(tile).getByText("The dataset is missing")).toBeTruthy();
    expect(within(tile).queryByRole("button", { name: "Retry" })).toBeNull();
  });

  it("fill the window on demand", async () => {
    const { store } = openGrid();
    const tile = await tileOf("Chart 1");
    await userEvent.click(within(tile).getByRole("button", { name: "Menu for Chart 1" }));
    await userEvent.click(await screen.findByText("Enter fullscreen"));
    expect(store.getState().fullscreen).toBe(1);
    expect(tile.hasAttribute("data-fullscreen")).toBe(true);
    await userEvent.click(within(tile).getByRole("button", { name: "Exit fullscreen" }));
    expect(store.getState().fullscreen).toBeNull();
    expect(tile.hasAttribute("data-fullscreen")).toBe(false);
    expect(document.activeElement).toBe(within(tile).getByRole("button", { name: "Menu for Chart 1" }));
  });

  it("hide row information after a required filter is cleared", async () => {
    const { store } = openGrid({ native_filter_configuration: [REQUIRED] });
    const { getState } = store;
    const limited = new Map(getState().dashboard.charts);
    const first = limited.get(1) as DashboardChart;
    limited.set(1, { ...first, form_data: { ...first.form_data, row_limit: VALUES.length } });
    act(() => getState().replaceDashboard({ ...getState().dashboard, charts: limited }));
    const tile = await tileOf("Chart 1");
    const [origin] = getState().dashboard.filters as [NativeFilter];
    act(() => getState().choose(origin.id, selectMask(origin, ["ORD"])));
    act(() => getState().apply());
    expect(await within(tile).findByText("First 8 rows")).toBeTruthy();
    expect(within(tile).getByRole("button", { name: "All rows of Chart 1" })).toBeTruthy();
    act(() => getState().clear(origin.id));
    act(() => getState().apply());
    expect(await within(tile).findByText("Choose a value for “Origin” to see this chart")).toBeTruthy();
    expect(within(tile).queryByText("First 8 rows")).toBeNull();
    expect(within(tile).queryByRole("button", { name: "All rows of Chart 1" })).toBeNull();
  });

  it("show their formatted query", async () => {
    openGrid();
    const tile = await tileOf("Chart 1");
    await waitFor(() => expect(tile.querySelector('[data-status="ready"]')).toBeTruthy());
    await userEvent.click(within(tile).getByRole("button", { name: "Menu for Chart 1" }));
    await userEvent.click(await screen.findByText("View query"));
    expect((await screen.findByText(/SELECT/)).textContent).toBe("SELECT\n  1");
  });

  it("offer no query to users with access through the dashboard only", async () => {
    const { store } = openGrid();
    const tile = await tileOf("Chart 1");
    await waitFor(() => expect(tile.querySelector('[data-status="ready"]')).toBeTruthy());
    const { dashboard } = store.getState();
    const datasets = new Map([...dashboard.datasets].map(([id, { database: _, ...dataset }]) => [id, dataset]));
    act(() => store.setState({ dashboard: { ...dashboard, datasets } }));
    await userEvent.click(within(tile).getByRole("button", { name: "Menu for Chart 1" }));
    expect(await screen.findByText("View as table")).toBeTruthy();
    expect(screen.queryByText("View query")).toBeNull();
  });
});

describe("tabs inside the grid", () => {
  it("say that a tab is empty", async () => {
    const emptyTabs = topTabs && { ...topTabs, children: topTabs.children.map((tab) => ({ ...tab, children: [] })) };
    renderOnDashboard(emptyTabs ? <TabsBlock node={emptyTabs} grid={gridOf} /> : null);
    expect(await screen.findByText("This tab is empty")).toBeTruthy();
  });

  it("mount a tab when it is first opened and keep it", async () => {
    const { store } = renderOnDashboard(topTabs ? <TabsBlock node={topTabs} grid={gridOf} /> : null);
    await tileOf("Chart 1");
    expect(screen.queryByRole("heading", { name: "All cities" })).toBeNull();
    const first = screen.getByRole("tab", { name: "Delays" });
    first.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(await screen.findByRole("heading", { name: "All cities" })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Cities");
    await userEvent.keyboard("{Home}");
    expect(store.getState().tabs["TABS-1"]).toBe("TAB-a");
    expect(screen.getByRole("heading", { name: "All cities", hidden: true })).toBeTruthy();
  });
});

describe("an editor", () => {
  it("outlines every component, replaces texts and disables mark clicks", async () => {
    const framed: string[] = [];
    const support: EditSupport = {
      frame: (node, content, item) => {
        framed.push(node.id);
        return (
          <div key={node.id} {...item} data-testid={node.id}>
            {content}
          </div>
        );
      },
      text: (node) => (node.type === "MARKDOWN" ? <input aria-label="Text" /> : undefined),
    };
    renderOnDashboard(
      <EditContext value={support}>
        <Grid nodes={delays?.children ?? []} />
      </EditContext>,
    );
    await tileOf("Chart 1");
    expect(new Set(framed)).toEqual(new Set(["ROW-a", "MARKDOWN-1", "CHART-1", "CHART-2", "CHART-3"]));
    expect(screen.getByRole("textbox", { name: "Text" })).toBeTruthy();
    expect(screen.getByTestId("CHART-1").style.getPropertyValue("--span")).toBe("4");
  });
});

describe("text", () => {
  it("is Markdown with safe HTML", () => {
    const text =
      '# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<b onclick="alert(1)">bold</b><script>alert(2)</script><style>b { display: none }</style>';
    const { container } = renderOnDashboard(<MarkdownText text={text} />);
    expect(screen.getByRole("heading", { name: "Title" })).toBeTruthy();
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["1", "2"]);
    expect(container.querySelector("b")?.getAttribute("onclick")).toBeNull();
    expect(container.querySelector("script")).toBeNull();
    expect(container.textContent).not.toContain("display");
  });

  it("opens other sites in a new tab and drops script links", () => {
    renderOnDashboard(
      <MarkdownText text={"[out](https://example.com) [in](/dashboard/list/) [bad](javascript:alert)"} />,
    );
    expect(screen.getByRole("link", { name: "out" }).getAttribute("target")).toBe("_blank");
    expect(screen.getByRole("link", { name: "in" }).getAttribute("target")).toBeNull();
    expect(screen.getByText(/bad/).closest("a")).toBeNull();
  });
});

describe("the mark menu", () => {
  it("filters by the mark and copies its value", async () => {
    const write = vi.fn(async () => {});
    const onFilter = vi.fn();
    const at = { x: 10, y: 10 };
    const selection = { clauses: [{ column: "origin", values: ["ORD"] }], label: "ORD" };
    renderOnDashboard(
      <MarkMenu at={at} selection={selection} onFilter={onFilter} onTable={() => {}} onClose={() => {}} />,
    );
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: write } });
    await userEvent.click(await screen.findByText("Copy value"));
    expect(write).toHaveBeenCalledWith("ORD");
    await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe("Copied to clipboard!"));
    await userEvent.click(screen.getByText("Filter by this"));
    expect(onFilter).toHaveBeenCalledOnce();
  });

  it("offers only View as table when no mark was clicked", async () => {
    renderOnDashboard(<MarkMenu at={{ x: 0, y: 0 }} selection={null} onTable={() => {}} onClose={() => {}} />);
    expect(await screen.findByText("View as table")).toBeTruthy();
    expect(screen.queryByText("Copy value")).toBeNull();
  });
});

describe("downloads", () => {
  it("are named after the chart", () => {
    expect(fileName("Late flights, by week (15 min)")).toBe("Late-flights-by-week-15-min");
    expect(fileName("  ")).toBe("chart");
    expect(fileName("Flüge · März")).toBe("Flüge-März");
  });

  it("of a chart with parts are one file per part, and its table has a tab per part", async () => {
    const part = (name: string, id: number): ChartPart => ({
      id,
      name,
      type: { name: "Points" } as ChartPart["type"],
      formData: { viz_type: "deck_scatter" },
      results: [{ data: [{ city: `${name} city` }], colnames: ["city"], coltypes: [1] }],
      context: QueryContext.parse({ datasource: { id, type: "table" }, queries: [{ columns: ["city"] }] }),
    });
    const context = { datasource: { id: 7, type: "table" }, queries: [] } as unknown as QueryContext;
    const state: ChartState = { status: "ready", results: [], context, parts: [part("Routes", 7), part("Stops", 8)] };
    const { requests } = renderOnDashboard(<TableDialog title="Network" state={state} onClose={() => {}} />);
    expect(await screen.findByText("Routes city", {}, { timeout: 5000 })).toBeTruthy();
    await userEvent.click(screen.getByText("Stops"));
    expect(await screen.findByText("Stops city")).toBeTruthy();
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL ??= () => "blob:";
    URL.revokeObjectURL ??= () => {};
    await downloadRows({ state }, "Network", { format: "csv" });
    click.mockRestore();
    expect(saved).toEqual(["Network-Routes.csv", "Network-Stops.csv"]);
    expect(contextsOf(requests).map((one) => [one.datasource.id, one.result_format])).toEqual([
      [7, "csv"],
      [8, "csv"],
    ]);
  });

  it("are unavailable before data has loaded", async () => {
    await downloadRows({ state: undefined }, "Chart", { format: "csv" });
    await saveVisibleRows({ shown: { current: undefined } }, "Chart", "csv");
    const texts = useToasts.getState().toasts.map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(["This chart has no data yet.", "This chart has no data yet."]);
  });
});
