import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { filters } from "../../../testing/sample-dashboard.ts";
import { HeaderChips } from "../header/HeaderChips.tsx";
import { HorizontalBar, slotCount } from "./HorizontalBar.tsx";

afterEach(() => vi.restoreAllMocks());

const origin = filters[0] as Record<string, unknown>;
const many = (count: number) => ({
  filter_bar_orientation: "HORIZONTAL",
  native_filter_configuration: Array.from({ length: count }, (_, at) => ({
    ...origin,
    id: `NATIVE_FILTER-${at + 1}`,
    name: `Filter ${at + 1}`,
    cascadeParentIds: [],
  })),
});

function openBar(count: number, width: number, requested?: string) {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  return renderOnDashboard(<HorizontalBar isOpen onOpen={() => undefined} requested={requested} />, many(count));
}

describe("the filter row", () => {
  it("fits whole filters only, with space for the button if some don't fit", () => {
    expect(slotCount({ width: 688, count: 4, hasMore: false })).toBe(4);
    expect(slotCount({ width: 687, count: 4, hasMore: false })).toBe(3);
    expect(slotCount({ width: 688, count: 4, hasMore: true })).toBe(3);
    expect(slotCount({ width: 100, count: 4, hasMore: false })).toBe(0);
  });

  it("puts the other filters behind a button that shows their number and how many are active", async () => {
    const { store } = openBar(6, 600);
    expect(screen.getByText("Filter 2")).toBeTruthy();
    expect(screen.queryByText("Filter 3")).toBeNull();
    const extraFormData = { filters: [{ col: "origin", op: "IN", val: ["ORD"] }] };
    act(() =>
      store.getState().choose("NATIVE_FILTER-5", { extraFormData, filterState: { value: ["ORD"], label: "ORD" } }),
    );
    const more = await screen.findByRole("button", { name: "More filters, 4, 1 active" });
    more.focus();
    await userEvent.keyboard("{Enter}");
    const panel = await screen.findByRole("dialog", { name: "More filters" });
    expect(within(panel).getByText("Filter 3")).toBeTruthy();
    expect(within(panel).getByText("Filter 6")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).toBe(more);
  });

  it("opens the panel for a requested filter that doesn't fit", async () => {
    openBar(6, 600, "NATIVE_FILTER-6");
    const panel = await screen.findByRole("dialog", { name: "More filters" });
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    await waitFor(() => expect(document.activeElement?.id).toBe("filter-NATIVE_FILTER-6"));
  });
});

describe("a dashboard without filters", () => {
  it("shows cross-filters in its header", async () => {
    const { store } = renderOnDashboard(<HeaderChips />, { native_filter_configuration: [] });
    const choose = (chart: number) =>
      act(() =>
        store
          .getState()
          .select(chart, { clauses: [{ column: "origin", values: [`A${chart}`] }], label: `A${chart}` }, false),
      );
    expect(screen.queryByRole("region", { name: "Cross-filters" })).toBeNull();
    for (const chart of [1, 2, 3]) choose(chart);
    const chips = await screen.findByRole("region", { name: "Cross-filters" });
    expect(within(chips).getByRole("button", { name: "1 more" })).toBeTruthy();
    await userEvent.click(within(chips).getByRole("button", { name: "Clear cross-filter origin A1" }));
    expect(within(chips).queryByText("A1")).toBeNull();
    expect(within(chips).getByText("A3")).toBeTruthy();
  });
});
