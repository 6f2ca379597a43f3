import { act, fireEvent, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";
import { type Control, verbatim } from "../../../chart-seam/control.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { ControlField } from "../panel/ControlField.tsx";
import type { DatasetItem } from "../state/roles.ts";
import { useDragItem } from "../workbench/drag.ts";
import { useControlState, useWorkbench } from "../workbench/store-context.ts";

function Row({ item }: { item: DatasetItem }) {
  const row = useRef<HTMLDivElement>(null);
  useDragItem(row, item);
  return <div ref={row}>drag {item.name}</div>;
}

function Field({ control }: { control: Control }) {
  const { store } = useWorkbench();
  const state = useControlState();
  return <ControlField control={control} state={state} problem={undefined} onChange={store.getState().set} />;
}

const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
const carried = () => ({
  dataTransfer: { setData: () => undefined, getData: () => "", types: [], items: [], setDragImage: () => undefined },
});

async function dragOver(source: Element, target: Element) {
  fireEvent.dragStart(source, carried());
  await frame();
  fireEvent.dragEnter(target, carried());
  await frame();
}

async function drop(target: Element) {
  fireEvent.drop(target, carried());
  await frame();
}

const LIST = { label: verbatim("Thing") } as const;
const metrics: Control = { ...LIST, name: "metrics", widget: "metrics", multi: true };
const columns: Control = { ...LIST, name: "groupby", widget: "columns", multi: true };
const numbers: Control = { ...LIST, name: "column", widget: "columns", multi: false, accepts: "numeric" };
const times: Control = { ...LIST, name: "x_axis", widget: "columns", multi: false, accepts: "temporal" };
const filters: Control = { ...LIST, name: "adhoc_filters", widget: "filters" };
const size: Control = { ...LIST, name: "size", widget: "fixed-or-metric" };

const column = (name: string): DatasetItem => ({ kind: "column", name });
const metric = (name: string): DatasetItem => ({ kind: "metric", name });

const box = () => screen.getAllByRole("group", { name: "Thing" }).at(-1)!;
const open = (control: Control, item: DatasetItem, value: unknown) =>
  renderWorkbench(
    <>
      <Row item={item} />
      <Field control={control} />
    </>,
    { type: "handlebars", form: { [control.name]: value } },
  );

test.each([
  ["a saved metric", metrics, metric("avg_rate"), ["count"], "avg_rate", ["count", "avg_rate"]],
  ["a column as a metric", metrics, column("rate"), [], "SUM(rate)", [expect.objectContaining({ aggregate: "SUM" })]],
  ["a column", columns, column("series"), [], "Industry", ["series"]],
  ["a numeric column replacing another", numbers, column("rate"), "count", "rate", "rate"],
  ["a filter", filters, column("series"), [], "Filter by Industry", [expect.objectContaining({ subject: "series" })]],
])("%s is previewed and dropped", async (_, control, item, before, words, after) => {
  const store = open(control, item, before);
  await dragOver(screen.getByText(`drag ${item.name}`), box());
  expect(screen.getByText(words, { selector: "[class*=dropWords]" })).toBeTruthy();
  await drop(box());
  expect(store.getState().formData[control.name]).toEqual(after);
});

test("a metric can be dropped on a metric-based size", async () => {
  await import("../map-controls/lazy-widgets.ts");
  const store = open(size, metric("avg_rate"), { type: "metric", value: null });
  await screen.findByRole("button", { name: /^Thing: Drop a metric/ });
  await dragOver(screen.getByText("drag avg_rate"), box());
  await drop(box());
  expect(store.getState().formData.size).toEqual({ type: "metric", value: "avg_rate" });
});

test.each([
  ["a metric on columns", columns, metric("count"), [], "Only columns can be added here"],
  ["a text column on numbers", numbers, column("series"), null, "Only numeric columns can be added here"],
  ["a text column on times", times, column("series"), null, "Only time columns can be added here"],
  ["a duplicate column", columns, column("series"), ["series"], "Industry is already used here"],
  ["a duplicate metric", metrics, metric("count"), ["count"], "Rows is already used here"],
])("%s is rejected with the reason", async (_, control, item, value, reason) => {
  const store = open(control, item, value);
  const before = store.getState().formData[control.name];
  await dragOver(screen.getByText(`drag ${item.name}`), box());
  expect(screen.getByText(reason)).toBeTruthy();
  await drop(box());
  expect(screen.queryByText(reason)).toBeNull();
  expect(store.getState().formData[control.name]).toEqual(before);
});
