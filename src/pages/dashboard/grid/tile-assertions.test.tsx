import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { layoutTree } from "../../../model/layout-tree.ts";
import { failingOf } from "../../../testing/assertions.ts";
import { chartDataRoutes, grantAllAccess, renderOnDashboard, signIn } from "../../../testing/dashboard-page.tsx";
import { layout } from "../../../testing/sample-dashboard.ts";
import { queryClient } from "../../../web/client/query.ts";
import { AssertionsPill } from "../header/AssertionsPill.tsx";
import { followAssertions } from "../state/failing-assertions.ts";
import { ChartTile } from "./ChartTile.tsx";

const { topTabs } = layoutTree(layout);
const tileNode = (id: number) => {
  const row = topTabs?.children[0]?.children.find(({ type }) => type === "ROW");
  const node = row?.children.find(({ meta }) => meta.chartId === id);
  if (!node) throw new Error(`no chart ${id}`);
  return node;
};

beforeEach(() => {
  grantAllAccess();
  queryClient.clear();
});

const NOTE = /count is 120, above 100/;

describe("a tile whose data fails an assertion", () => {
  test("says what fails, since when and whom to ask, until it passes", async () => {
    const { store } = renderOnDashboard(<ChartTile node={tileNode(1)} />);
    act(() => store.getState().setFailing([failingOf(1, [1]), failingOf(2, [2], { message: "of another" })]));
    const note = await screen.findByRole("button", { name: NOTE });
    expect(note.textContent).toMatch(/2 Mar.*AL$/);
    expect(within(note).getByRole("img", { name: "Ada Lovelace" })).toBeTruthy();
    expect(screen.queryByText("of another")).toBeNull();
    act(() => store.getState().setFailing([]));
    await waitFor(() => expect(screen.queryByRole("button", { name: NOTE })).toBeNull());
  });

  test.each([
    ["a figure", 2, [2]],
    ["one of many", 1, [1, 2, 3, 4]],
  ])("as %s has an icon in its header instead", async (_, id, chartIds) => {
    const { store } = renderOnDashboard(<ChartTile node={tileNode(id)} />);
    act(() => store.getState().setFailing([failingOf(1, chartIds)]));
    const note = await screen.findByRole("button", { name: NOTE });
    expect(note.closest("header")).toBeTruthy();
    expect(note.textContent).toBe("");
    await userEvent.click(note);
    const details = within(await screen.findByRole("dialog", { name: "Assertions" }));
    expect(details.getByText("count is 120, above 100")).toBeTruthy();
  });

  test("tells all of them in a popover, by keyboard", async () => {
    const { store } = renderOnDashboard(<ChartTile node={tileNode(1)} />);
    signIn([["can_write", "Dataset"]]);
    const broken = failingOf(2, [1], {
      state: "error",
      message: "Couldn't be checked",
      failed_since: null,
      people: [],
    });
    act(() => store.getState().setFailing([broken, failingOf(1, [1])]));
    const note = await screen.findByRole("button", { name: /count is 120, above 100, Couldn't be checked/ });
    note.focus();
    await userEvent.keyboard("{Enter}");
    const details = within(await screen.findByRole("dialog", { name: "Assertions" }));
    expect(details.getByText("Assertion 1")).toBeTruthy();
    expect(details.getByText(/^First failed/).textContent).toMatch(/2 Mar/);
    expect(details.getByText("Ask Ada Lovelace")).toBeTruthy();
    expect(details.getByText("Couldn't be checked")).toBeTruthy();
    const [link] = details.getAllByRole("link", { name: "Assertions of flights" });
    expect(link?.getAttribute("href")).toBe("/tablemodelview/list/?edit=7&tab=assertions");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(note));
  });

  test("names neither assertion, value nor people to guests", async () => {
    const { store } = renderOnDashboard(<ChartTile node={tileNode(1)} />);
    signIn([]);
    const hidden = { name: "", value: null, people: [], message: "Failed", dataset_name: "" };
    act(() => store.getState().setFailing([failingOf(1, [1], hidden)]));
    await userEvent.click(await screen.findByRole("button", { name: /^A check of this data failed/ }));
    const details = await screen.findByRole("dialog", { name: "Assertions" });
    expect(details.textContent).toMatch(/^FailedA check of this data failedFirst failed/);
    expect(within(details).queryByRole("link")).toBeNull();
  });
});

test("the header counts them, and leads to their charts", async () => {
  const { store } = renderOnDashboard(<AssertionsPill />);
  const reveal = vi.spyOn(store.getState(), "reveal");
  act(() => store.getState().setFailing([failingOf(1, [4]), failingOf(2, [1])]));
  await userEvent.click(await screen.findByRole("button", { name: "2 assertions failing" }));
  const [first] = within(await screen.findByRole("dialog")).getAllByRole("listitem");
  const chart = store.getState().dashboard.charts.get(4)?.slice_name ?? "";
  await userEvent.click(within(first as HTMLElement).getByRole("button", { name: chart }));
  expect(reveal).toHaveBeenCalledWith("CHART-4");
});

test("the header tells those that fail from those that couldn't be checked", async () => {
  const { store } = renderOnDashboard(<AssertionsPill />);
  const broken = failingOf(3, [1], { state: "error", value: null, failed_since: null });
  act(() => store.getState().setFailing([broken]));
  await screen.findByRole("button", { name: "1 assertion couldn't be checked" });
  act(() => store.getState().setFailing([failingOf(1, [4]), failingOf(2, [1]), broken]));
  await screen.findByRole("button", { name: /^2 assertions failing\s*1 assertion couldn't be checked$/ });
});

test("assertions are requested once, and again after charts were refreshed", async () => {
  let failing = [failingOf(1, [1])];
  const { store, requests } = renderOnDashboard(
    null,
    {},
    {
      ...chartDataRoutes(),
      "GET /api/v1/dashboard/5/assertions": () => ({ body: { result: failing } }),
    },
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const stop = followAssertions(store, queryClient);
  await vi.waitFor(() => expect(store.getState().failing).toHaveLength(1));
  failing = [];
  act(() => {
    store.getState().refreshCharts([1], true);
    store.getState().refreshCharts([2], true);
  });
  await act(() => vi.advanceTimersByTimeAsync(2500));
  await vi.waitFor(() => expect(store.getState().failing).toEqual([]));
  expect(requests.filter(({ path }) => path.endsWith("/assertions"))).toHaveLength(2);
  stop();
  act(() => store.getState().refreshCharts([1], true));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(requests.filter(({ path }) => path.endsWith("/assertions"))).toHaveLength(2);
  vi.useRealTimers();
});
