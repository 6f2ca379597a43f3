import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { writeCode } from "../../../testing/code.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { ControlPanel } from "./ControlPanel.tsx";

describe("control panel", () => {
  test("shows data controls first and display controls on Customize", async () => {
    renderWorkbench(<ControlPanel />);
    expect(screen.getByRole("group", { name: "Metrics" })).toBeTruthy();
    expect(screen.queryByText("X-axis title")).toBeNull();
    await userEvent.click(screen.getByRole("tab", { name: "Customize" }));
    expect(screen.getByText("X-axis title")).toBeTruthy();
  });

  test("counts errors on the tab and disables running", async () => {
    const store = renderWorkbench(<ControlPanel />);
    await userEvent.click(screen.getByRole("button", { name: "Remove Rows" }));
    expect(store.getState().formData.metrics).toEqual([]);
    expect(screen.getByRole("tab", { name: /Data ?1/ })).toBeTruthy();
    const problem = screen.getByText(/Metrics cannot be empty/);
    const described = screen.getByRole("button", { name: /^Metrics: / }).getAttribute("aria-describedby");
    expect(document.getElementById(described ?? "")).toBe(problem);
    expect(screen.getByRole("button", { name: /Update chart/ })).toHaveProperty("disabled", true);
  });

  test("searches both tabs and expands sections", async () => {
    renderWorkbench(<ControlPanel />);
    await userEvent.click(screen.getByRole("button", { name: "Search controls" }));
    await userEvent.type(screen.getByRole("searchbox", { name: "Search controls" }), "legend");
    expect(await screen.findByRole("checkbox", { name: "Show legend" })).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Metrics" })).toBeNull();
    await userEvent.type(screen.getByRole("searchbox", { name: "Search controls" }), "zzz");
    expect(await screen.findByText(/No controls match/)).toBeTruthy();
  });

  test("a collapsed section expands and shows how many controls are set", async () => {
    renderWorkbench(<ControlPanel />, { form: { rolling_type: "mean", rolling_periods: 3 } });
    const head = screen.getByRole("button", { name: /Rolling window/ });
    expect(head.textContent).toMatch(/\d set/);
    const before = head.getAttribute("aria-expanded");
    await userEvent.click(head);
    expect(head.getAttribute("aria-expanded")).not.toBe(before);
  });

  test("the strip changes the type and keeps settings", async () => {
    const store = renderWorkbench(<ControlPanel />, { form: { groupby: ["series"] } });
    const strip = screen.getByRole("group", { name: /Chart type/ });
    await userEvent.click(within(strip).getByRole("button", { name: "Bar" }));
    expect(store.getState().formData).toMatchObject({ viz_type: "echarts_timeseries_bar", groupby: ["series"] });
    expect(within(strip).getByRole("button", { name: "Bar" }).getAttribute("aria-pressed")).toBe("true");
  });

  test("a less common type is in the strip while selected", () => {
    renderWorkbench(<ControlPanel />, { type: "heatmap_v2" });
    expect(screen.getByRole("button", { name: "Heatmap" }).getAttribute("aria-pressed")).toBe("true");
  });

  test("an unknown type keeps its settings and shows a message", () => {
    const store = renderWorkbench(<ControlPanel />, { type: "deck_globe", form: { secret: 1 } });
    expect(screen.getByText(/isn't available/)).toBeTruthy();
    expect(store.getState().formData.secret).toBe(1);
  });

  test("without live update, changes wait for the button", async () => {
    const store = renderWorkbench(<ControlPanel />);
    await userEvent.click(screen.getByRole("switch", { name: "Live" }));
    expect(store.getState().live).toBe(false);
    store.getState().set("row_limit", 100);
    expect(store.getState().lastRun?.row_limit).toBe(10000);
    await userEvent.click(screen.getByRole("button", { name: /Update chart/ }));
    expect(store.getState().lastRun?.row_limit).toBe(100);
  });

  test("a running query can be stopped", async () => {
    const stop = vi.fn();
    renderWorkbench(<ControlPanel />, { run: { status: "loading", stop } });
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(stop).toHaveBeenCalledOnce();
  });

  test("before the first run the button is Create chart", () => {
    renderWorkbench(<ControlPanel />, { form: { metrics: [] } });
    expect(screen.getByRole("button", { name: /Create chart/ })).toBeTruthy();
  });

  test("the gallery lists suggested types first and filters by tag", async () => {
    renderWorkbench(<ControlPanel />, { form: { x_axis: "date", metrics: ["count"], groupby: [] } });
    await userEvent.click(screen.getByRole("button", { name: /^All \d+/ }));
    const dialog = within(await screen.findByRole("dialog"));
    const names = () =>
      within(dialog.getByRole("list", { name: "Chart types" }))
        .getAllByRole("button")
        .map((card) => card.textContent);
    expect(names()[0]).toMatch(/^Line Chartsuggested/);
    await userEvent.type(dialog.getByRole("combobox", { name: "Tags" }), "Multi-L");
    await userEvent.click(await screen.findByTitle("Multi-Levels"));
    expect(names().length).toBeGreaterThan(1);
    expect(names().join()).not.toMatch(/Line Chart/);
  });

  test("the gallery searches and selects a type", async () => {
    const store = renderWorkbench(<ControlPanel />);
    await userEvent.click(screen.getByRole("button", { name: /^All \d+/ }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByRole("searchbox"), "pie");
    await userEvent.click(within(dialog).getByRole("button", { name: /^Pie Chart/ }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Use Pie Chart" }));
    expect(store.getState().formData.viz_type).toBe("pie");
  });

  test("Enter in the gallery's search uses the first result, which the button names", async () => {
    const store = renderWorkbench(<ControlPanel />);
    await userEvent.click(screen.getByRole("button", { name: /^All \d+/ }));
    const dialog = within(await screen.findByRole("dialog"));
    const search = dialog.getByRole("searchbox");
    await userEvent.type(search, "nothing like this{Enter}");
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Use this type" }).disabled).toBe(true);
    await userEvent.clear(search);
    expect(dialog.getByRole("button", { name: "Use Line Chart" })).toBeTruthy();
    await userEvent.type(search, "pie");
    expect(dialog.getByRole("button", { name: "Use Pie Chart" })).toBeTruthy();
    expect(dialog.getByRole("button", { name: /^Pie Chart/ }).getAttribute("aria-pressed")).toBe("true");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(store.getState().formData.viz_type).toBe("pie"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("on a chart type of the gallery Space chooses it and Enter uses it", async () => {
    const store = renderWorkbench(<ControlPanel />);
    await userEvent.click(screen.getByRole("button", { name: /^All \d+/ }));
    const dialog = within(await screen.findByRole("dialog"));
    act(() => dialog.getByRole("button", { name: /^Funnel Chart/ }).focus());
    await userEvent.keyboard(" ");
    expect(dialog.getByRole("button", { name: "Use Funnel Chart" })).toBeTruthy();
    act(() => dialog.getByRole("button", { name: /^Pie Chart/ }).focus());
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(store.getState().formData.viz_type).toBe("pie"));
  });
});

test("applying a popover returns the focus to its trigger", async () => {
  const store = renderWorkbench(<ControlPanel />, { form: { metrics: [] } });
  await userEvent.click(screen.getByRole("button", { name: /^Metrics: Drop/ }));
  await userEvent.click(await screen.findByRole("tab", { name: "Custom SQL" }));
  await writeCode("SQL expression", "SUM(rate)");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(store.getState().formData.metrics).toHaveLength(1);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Add to Metrics");
});
