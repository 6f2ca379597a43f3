import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { chartDataRoutes, contextsOf, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { filters } from "../../../testing/sample-dashboard.ts";
import { pass } from "../../../testing/waits.ts";
import { errorOfResponse } from "../../../web/client/errors.ts";
import { FieldMessage } from "./FieldMessage.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { FilterFooter } from "./FilterFooter.tsx";
import { FilterList } from "./FilterList.tsx";
import { FirstValues } from "./FirstValues.tsx";

beforeEach(() => {
  localStorage.clear();
});

const origin = filters[0] as Record<string, unknown>;
const only = (extra: Record<string, unknown>) => ({ native_filter_configuration: [{ ...origin, ...extra }] });
const range = { filterType: "filter_range", targets: [{ datasetId: 7, column: { name: "delay" } }], name: "Delay" };

function maskOf(store: ReturnType<typeof renderOnDashboard>["store"], id = "NATIVE_FILTER-origin") {
  return store.getState().applied[id];
}

async function openList(name: string) {
  await waitFor(() => expect(screen.getByText("8")).toBeTruthy());
  return openField(name);
}

async function openField(name: string) {
  await userEvent.hover(screen.getByRole("combobox", { name }));
  await waitFor(() => expect(document.querySelector(".ant-select")).toBeTruthy());
  const field = screen.getByRole("combobox", { name });
  await userEvent.click(field);
  return field;
}

describe("a display control", () => {
  it("sets the dimensions of its dataset's charts, below the filters", async () => {
    const control = {
      id: "CHART_CUSTOMIZATION-by",
      type: "CHART_CUSTOMIZATION",
      name: "Break down by",
      filterType: "chart_customization_dynamic_groupby",
      targets: [{ datasetId: 7 }],
    };
    const { store } = renderOnDashboard(<FilterList />, { ...only({}), chart_customization_config: [control] });
    const section = await screen.findByRole("region", { name: "Display controls" });
    const field = await within(section).findByRole("combobox", { name: "Break down by" });
    await userEvent.click(field);
    await userEvent.click((await screen.findAllByText("delay")).at(-1) as HTMLElement);
    expect(maskOf(store, control.id)?.extraFormData).toEqual({ custom_form_data: { groupby: ["delay"] } });
    expect(store.getState().dashboard.reach.get(control.id)).toEqual([1]);
  });
});

describe("a value filter", () => {
  it("lists values with their counts and filters by several", async () => {
    const { store } = renderOnDashboard(<FilterList />, only({}));
    await openList("Origin");
    const option = (await screen.findAllByText("ORD")).at(-1) as HTMLElement;
    expect(within(option.closest(".ant-select-item-option") as HTMLElement).getByText("10")).toBeTruthy();
    await userEvent.click(option);
    await userEvent.click((await screen.findAllByText("SFO")).at(-1) as HTMLElement);
    expect(maskOf(store)?.extraFormData?.filters).toEqual([{ col: "origin", op: "IN", val: ["ORD", "SFO"] }]);
  });

  it("says that nothing chosen means all of the few values that it shows", async () => {
    const rows = ["rain", "sun"].map((origin) => ({ origin, count: 1 }));
    const few = { "POST /api/v1/chart/data": { body: { result: [{ data: rows, coltypes: [1, 0] }] } } };
    const { store } = renderOnDashboard(<FilterList />, only({}), { ...chartDataRoutes(), ...few });
    expect(await screen.findByText("All")).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "rain" }));
    expect(maskOf(store)?.filterState?.value).toEqual(["rain"]);
    expect(screen.queryByText("All")).toBeNull();
  });

  it("selects all matches of a search with one click", async () => {
    const { store } = renderOnDashboard(<FilterList />, only({}));
    await userEvent.type(await openList("Origin"), "s");
    await userEvent.click(await screen.findByRole("button", { name: "Select all (4)" }));
    expect(maskOf(store)?.filterState?.value).toEqual(["SFO", "Springfield", "Sacramento", "Boise"]);
  });

  it("says when the typed text is no value of the data", async () => {
    const { store } = renderOnDashboard(<FilterList />, only({}));
    await userEvent.type(await openList("Origin"), "chic");
    expect(await screen.findByText("No matches. Use “chic” anyway")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Select all (0)" })).toHaveProperty("disabled", true);
    fireEvent.keyDown(screen.getByRole("combobox", { name: "Origin" }), { key: "Enter", keyCode: 13 });
    expect(maskOf(store)?.filterState?.value).toEqual(["chic"]);
  });

  it("clears the search when its list closes", async () => {
    renderOnDashboard(<FilterList />, only({}));
    const field = (await openList("Origin")) as HTMLInputElement;
    await userEvent.keyboard("zz");
    expect(field.value).toBe("zz");
    await userEvent.click(document.body);
    await waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("false"));
    await userEvent.click(field);
    expect(field.value).toBe("");
    await userEvent.type(field, "s");
    expect(await screen.findByRole("button", { name: "Select all (4)" })).toBeTruthy();
  });

  it("opens when pressed before its list has loaded, and keeps the focus", async () => {
    renderOnDashboard(<FilterList />, only({}));
    const field = await screen.findByRole("combobox", { name: "Origin" });
    fireEvent.pointerEnter(field);
    fireEvent.mouseDown(field);
    await Promise.resolve();
    expect(field.isConnected).toBe(true);
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Origin" }).getAttribute("aria-expanded")).toBe("true"),
    );
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Origin" }));
  });

  it("keeps the focus when its list has loaded", async () => {
    renderOnDashboard(<FilterList />, only({}));
    const field = await screen.findByRole("combobox", { name: "Origin" });
    expect(field.getAttribute("aria-expanded")).toBe("false");
    field.focus();
    await waitFor(() => expect(document.activeElement?.closest(".ant-select")).toBeTruthy());
  });

  it("searches for text typed before its list loaded, and selects nothing", async () => {
    const { store } = renderOnDashboard(<FilterList />, only({}));
    const field = await screen.findByRole("combobox", { name: "Origin" });
    field.focus();
    for (const key of "saq") fireEvent.keyDown(field, { key });
    fireEvent.keyDown(field, { key: "Backspace" });
    fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
    await waitFor(() => expect(screen.getByRole("combobox", { name: "Origin" })).toHaveProperty("value", "sa"));
    const list = screen.getByRole("combobox", { name: "Origin" });
    expect(maskOf(store)?.filterState?.value).toBeNull();
    fireEvent.keyDown(list, { key: "Enter", keyCode: 13 });
    expect(maskOf(store)?.filterState?.value).toEqual(["Sacramento"]);
  });

  it("splits pasted lists and keeps values that aren't in the list", async () => {
    const { store } = renderOnDashboard(<FilterList />, only({}));
    const field = await openList("Origin");
    field.focus();
    await userEvent.paste("ORD\nnowhere in the list;LAX");
    await waitFor(() => expect(maskOf(store)?.filterState?.value).toEqual(["ORD", "nowhere in the list", "LAX"]));
  });

  it("searches on the server when the list is truncated", async () => {
    const { requests } = renderOnDashboard(<FilterList />, only({ controlValues: { searchAllOptions: true } }));
    await userEvent.type(await openList("Origin"), "rd");
    await waitFor(() => {
      const last = contextsOf(requests).at(-1)?.queries[0]?.filters;
      expect(last).toEqual([{ col: "origin", op: "ILIKE", val: "%rd%" }]);
    });
  });

  it("selects the highlighted option on Enter even when new results arrive just before", async () => {
    const answer = Promise.withResolvers<void>();
    const routes = chartDataRoutes();
    const data = routes["POST /api/v1/chart/data"] as (request: unknown) => object;
    const body = { result: [{ data: ["Tulsa", "SFO"].map((origin) => ({ origin, count: 1 })), coltypes: [1, 0] }] };
    const searched = vi.fn();
    const { store } = renderOnDashboard(<FilterList />, only({ controlValues: { searchAllOptions: true } }), {
      ...routes,
      "POST /api/v1/chart/data": async (request) => {
        if (!JSON.stringify(request.body).includes("ILIKE")) return data(request);
        searched();
        await answer.promise;
        return { body };
      },
    });
    const field = await openList("Origin");
    await userEvent.type(field, "s");
    fireEvent.keyDown(field, { key: "ArrowDown", keyCode: 40 });
    await waitFor(() => expect(searched).toHaveBeenCalled());
    answer.resolve();
    await act(() => pass(50, "nothing may happen meanwhile"));
    fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
    expect(maskOf(store)?.filterState?.value).toEqual(["Springfield"]);
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard("s");
    expect(await screen.findByTitle("Tulsa")).toBeTruthy();
  });

  it("excludes selected values with inverse selection", async () => {
    const { store } = renderOnDashboard(<FilterList />, only({ controlValues: { inverseSelection: true } }));
    await openList("Origin");
    await userEvent.click((await screen.findAllByText("ORD")).at(-1) as HTMLElement);
    expect(maskOf(store)?.extraFormData?.filters?.[0]?.op).toBe("NOT IN");
    await userEvent.click(screen.getByRole("button", { name: "is not" }));
    expect(maskOf(store)?.extraFormData?.filters?.[0]?.op).toBe("IN");
  });

  it("matches part of a text on Enter", async () => {
    const { store } = renderOnDashboard(<FilterList />, only({ controlValues: { operatorType: "ilike_contains" } }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Origin" }), "spring{Enter}");
    expect(maskOf(store)?.extraFormData?.filters).toEqual([{ col: "origin", op: "ILIKE", val: "%spring%" }]);
  });

  it("shows why its values failed to load, and retries", async () => {
    let fails = true;
    const routes = chartDataRoutes(() => (fails ? "The database is asleep" : undefined));
    renderOnDashboard(<FilterList />, only({}), routes);
    expect((await screen.findByRole("alert")).textContent).toContain("The database is asleep");
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("keeps long messages of the database to one line until they're opened", () => {
    const message = "Binder Error: Referenced column not found\nCandidate bindings: origin";
    render(<FieldMessage error={errorOfResponse(400, { message })} onRetry={() => undefined} />);
    const details = screen.getByRole("alert").querySelector("details");
    expect(details?.open).toBe(false);
    expect(details?.querySelector("summary")?.textContent).toBe("Failed to load the values.");
    expect(details?.textContent).toContain("Candidate bindings: origin");
  });

  it("reports a missing dataset", () => {
    render(<FieldMessage error={errorOfResponse(404, { message: "Not found" })} onRetry={() => undefined} />);
    expect(screen.getByRole("alert").textContent).toContain("This filter's dataset no longer exists.");
  });

  it("waits for the filters it depends on, and applies their conditions", async () => {
    const parent = { ...origin, controlValues: { defaultToFirstItem: true } };
    const child = { ...(filters[1] as object), scope: undefined, cascadeParentIds: ["NATIVE_FILTER-origin"] };
    const { requests } = renderOnDashboard(
      <>
        <FirstValues />
        <FilterList />
      </>,
      { native_filter_configuration: [parent, child] },
    );
    await waitFor(() => {
      const city = contextsOf(requests).find((context) => context.queries[0]?.columns?.[0] === "city");
      expect(city?.queries[0]?.filters).toEqual([{ col: "origin", op: "IN", val: ["ATL"] }]);
    });
  });
});

describe("a default first value", () => {
  it("is selected even when the filter bar is closed", async () => {
    const { store } = renderOnDashboard(<FirstValues />, only({ controlValues: { defaultToFirstItem: true } }));
    await waitFor(() => expect(maskOf(store)?.filterState?.value).toEqual(["ATL"]));
  });

  it("doesn't block charts when it fails to load", async () => {
    const routes = chartDataRoutes(() => "no such column");
    const { store } = renderOnDashboard(<FirstValues />, only({ controlValues: { defaultToFirstItem: true } }), routes);
    await waitFor(() => expect([...store.getState().failedFilters]).toEqual(["NATIVE_FILTER-origin"]));
  });
});

describe("a range filter", () => {
  it("shows the column's minimum and maximum, and filters by one bound", async () => {
    const { store } = renderOnDashboard(<FilterList />, only(range));
    expect(await screen.findByText("0 – 100")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Delay from"), "15{Enter}");
    expect(maskOf(store)?.extraFormData?.filters).toEqual([{ col: "delay", op: ">=", val: 15 }]);
    expect(screen.getByText("15 – 100")).toBeTruthy();
  });

  it("rejects a minimum that isn't below the maximum", async () => {
    const { store } = renderOnDashboard(<FilterList />, only(range));
    await screen.findByText("0 – 100");
    await userEvent.type(screen.getByLabelText("Delay to"), "20{Enter}");
    await userEvent.type(screen.getByLabelText("Delay from"), "20{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Minimum must be strictly less than maximum");
    expect(maskOf(store)?.extraFormData?.filters).toEqual([{ col: "delay", op: "<=", val: 20 }]);
  });
});

describe("the histogram of a range filter", () => {
  const isBins = (context: unknown) => JSON.stringify(context).includes(`"__bin"`);

  it("is requested only when no chart is loading", async () => {
    const { store, requests } = renderOnDashboard(<FilterList />, only(range));
    store.getState().report({ 1: { status: "loading", startedAt: 1000 } });
    await screen.findByText("0 – 100");
    await pass(50, "nothing may happen meanwhile");
    expect(contextsOf(requests).filter(isBins)).toEqual([]);
    store.getState().report({ 1: { status: "failed", startedAt: 1000, finishedAt: 2000 } });
    await waitFor(() => expect(contextsOf(requests).filter(isBins)).toHaveLength(1));
  });

  it("isn't requested when only fields are shown", async () => {
    const { requests } = renderOnDashboard(
      <FilterList />,
      only({ ...range, controlValues: { rangeDisplayMode: "input" } }),
    );
    await waitFor(() => expect(contextsOf(requests)).toHaveLength(1));
    await pass(50, "nothing may happen meanwhile");
    expect(contextsOf(requests).filter(isBins)).toEqual([]);
  });
});

describe("time grain", () => {
  it("offers the grains of the dataset", async () => {
    const { store } = renderOnDashboard(
      <FilterList />,
      only({ filterType: "filter_timegrain", name: "Grain", targets: [{ datasetId: 7 }] }),
    );
    await openField("Grain");
    await userEvent.click((await screen.findAllByText("Week")).at(-1) as HTMLElement);
    expect(maskOf(store)?.extraFormData).toEqual({ time_grain_sqla: "P1W" });
  });
});

describe("the filter list", () => {
  it("puts cross-filters on top with their source and scope, and clears them", async () => {
    const { store } = renderOnDashboard(<FilterList />);
    store.getState().select(1, { clauses: [{ column: "origin", values: ["ORD"] }], label: "ORD" }, false);
    const section = await screen.findByRole("region", { name: "Cross-filters" });
    expect(section.textContent).toContain("origin ORD");
    expect(section.textContent).toContain("From “Chart 1” · applies to 3 charts");
    await userEvent.hover(within(section).getByText("ORD"));
    expect([...store.getState().highlighted]).toEqual([2, 3, 4, 1]);
    await userEvent.click(screen.getByRole("button", { name: "Clear cross-filter origin ORD" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Cross-filters" })).toBeNull());
  });

  it("collapses filters without charts on the open tab", async () => {
    const { store } = renderOnDashboard(<FilterList />);
    const fold = screen.getByRole("button", { name: /Out of scope on this tab/ });
    expect(fold.textContent).toContain("1");
    expect(screen.queryByText("City")).toBeNull();
    await userEvent.click(fold);
    expect(screen.getByText("City")).toBeTruthy();
    store.getState().openTab("TABS-1", "TAB-b");
    await waitFor(() => expect(screen.queryByRole("button", { name: /Out of scope/ })).toBeNull());
  });

  it("shows dividers in their place", () => {
    const divider = { id: "NATIVE_FILTER_DIVIDER-1", type: "DIVIDER", title: "Display", description: "How it looks" };
    renderOnDashboard(<FilterList />, { native_filter_configuration: [origin, divider] });
    expect(screen.getByRole("heading", { name: "Display" })).toBeTruthy();
    expect(screen.getByText("How it looks")).toBeTruthy();
  });

  it("outlines the charts in a filter's scope while its name is hovered", async () => {
    const { store } = renderOnDashboard(<FilterList />);
    await userEvent.hover(screen.getByText("Origin"));
    expect([...store.getState().highlighted]).toEqual([1, 2, 3, 4]);
    await userEvent.unhover(screen.getByText("Origin"));
    expect(store.getState().highlighted.size).toBe(0);
  });
});

describe("the footer", () => {
  const choose = (store: ReturnType<typeof renderOnDashboard>["store"]) => {
    const filter = store.getState().dashboard.filters[0] as NativeFilter;
    const extraFormData = { filters: [{ col: "origin", op: "IN", val: ["ORD"] }] };
    store.getState().choose(filter.id, { extraFormData, filterState: { value: ["ORD"], label: "ORD" } });
  };

  it("says that filters apply automatically, and clears them", async () => {
    const { store } = renderOnDashboard(<FilterFooter />);
    expect(screen.queryByText("Applied automatically")).toBeNull();
    act(() => store.getState().report({ 1: { status: "ready", startedAt: 0, finishedAt: 20 } }));
    expect(screen.getByText("Applied automatically")).toBeTruthy();
    act(() => store.getState().report({ 1: { status: "loading", startedAt: 30 } }));
    expect(screen.getByText("Applied automatically")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Clear all" })).toHaveProperty("disabled", true);
    choose(store);
    await userEvent.click(await screen.findByRole("button", { name: "Clear all" }));
    expect(maskOf(store)?.filterState?.value).toBeNull();
  });

  it("doesn't claim that filters apply automatically before charts have loaded", async () => {
    const { store } = renderOnDashboard(<FilterFooter />);
    act(() => store.getState().report({ 1: { status: "loading", startedAt: 0 } }));
    expect(screen.queryByText("Applied automatically")).toBeNull();
    act(() => store.getState().report({ 2: { status: "ready", startedAt: 0, finishedAt: 20 } }));
    expect(screen.queryByText("Applied automatically")).toBeNull();
    act(() => store.getState().report({ 1: { status: "ready", startedAt: 0, finishedAt: 3000 } }));
    expect(screen.getByRole("button", { name: "Apply filters" })).toBeTruthy();
    expect(screen.getByText("Slow charts: choices wait for Apply filters")).toBeTruthy();
  });

  it("counts the unapplied changes when charts are slow", async () => {
    const { store } = renderOnDashboard(<FilterFooter />);
    store.getState().report({ 1: { status: "ready", startedAt: 0, finishedAt: 4000 } });
    choose(store);
    await userEvent.click(await screen.findByRole("button", { name: "Apply filters (1)" }));
    expect(maskOf(store)?.filterState?.value).toEqual(["ORD"]);
    expect(screen.getByRole("button", { name: "Apply filters" })).toHaveProperty("disabled", true);
  });
});

describe("the filter bar", () => {
  it("collapses to a strip with the number of active filters, and remembers its width", async () => {
    let isOpen = false;
    const bar = () => <FilterBar isOpen={isOpen} onOpen={() => {}} isOverlay={false} />;
    const first = renderOnDashboard(bar());
    first.store.getState().select(1, { clauses: [{ column: "origin", values: ["ORD"] }], label: "ORD" }, false);
    expect(await screen.findByRole("button", { name: "Open filters, 1 active" })).toBeTruthy();
    first.unmount();
    isOpen = true;
    const second = renderOnDashboard(bar());
    const grip = screen.getByRole("separator", { name: "Filter bar width" });
    grip.focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByRole("complementary", { name: "Filters" }).style.width).toBe("272px");
    second.unmount();
    renderOnDashboard(bar());
    expect(screen.getByRole("complementary", { name: "Filters" }).style.width).toBe("272px");
  });
});
