import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPart } from "../../../testing/dashboard-page.tsx";
import { filters } from "../../../testing/sample-dashboard.ts";
import { HeaderChips } from "../header/HeaderChips.tsx";
import { HorizontalBar, roomOf } from "./HorizontalBar.tsx";

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

function openBar(count: number, width: number, asked?: string) {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  return openPart(<HorizontalBar isOpen onOpen={() => undefined} asked={asked} />, many(count));
}

describe("the line of filters", () => {
  it("has room for whole filters only, and for the button where some do not fit", () => {
    expect(roomOf({ width: 688, count: 4, hasMore: false })).toBe(4);
    expect(roomOf({ width: 687, count: 4, hasMore: false })).toBe(3);
    expect(roomOf({ width: 688, count: 4, hasMore: true })).toBe(3);
    expect(roomOf({ width: 100, count: 4, hasMore: false })).toBe(0);
  });

  it("keeps the others behind a button that counts them and those that are set", async () => {
    const { store } = openBar(6, 600);
    expect(screen.getByText("Filter 2")).toBeTruthy();
    expect(screen.queryByText("Filter 3")).toBeNull();
    const extraFormData = { filters: [{ col: "origin", op: "IN", val: ["ORD"] }] };
    act(() =>
      store.getState().choose("NATIVE_FILTER-5", { extraFormData, filterState: { value: ["ORD"], label: "ORD" } }),
    );
    const more = await screen.findByRole("button", { name: "More filters, 4, 1 with a value" });
    more.focus();
    await userEvent.keyboard("{Enter}");
    const panel = await screen.findByRole("dialog", { name: "More filters" });
    expect(within(panel).getByText("Filter 3")).toBeTruthy();
    expect(within(panel).getByText("Filter 6")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).toBe(more);
  });

  it("opens what does not fit for a filter that is asked for", async () => {
    openBar(6, 600, "NATIVE_FILTER-6");
    const panel = await screen.findByRole("dialog", { name: "More filters" });
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    await waitFor(() => expect(document.activeElement?.id).toBe("filter-NATIVE_FILTER-6"));
  });
});

describe("a dashboard without filters", () => {
  it("has what is chosen in charts in its header", async () => {
    const { store } = openPart(<HeaderChips />, { native_filter_configuration: [] });
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
