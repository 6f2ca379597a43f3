import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Locale, localeFrom } from "../../i18n/locale.ts";
import type { Dataset } from "../../model/dataset.ts";
import { serve } from "../../testing/network.ts";
import { TimeRangeFields } from "./TimeRangeFields.tsx";
import { sourceOf, type TimeSource } from "./time-source.ts";
import { unionOf } from "./use-time-extent.ts";

const onChange = vi.fn();
let extents: Record<number, [number, number] | undefined>;
let requestedIds: number[];

let formerLocale: () => Locale;
beforeAll(() => {
  formerLocale = localeFrom(() => ({ language: "en", region: "en-US" }));
});
afterAll(() => void localeFrom(formerLocale));

beforeEach(() => {
  vi.clearAllMocks();
  requestedIds = [];
  extents = { 1: [Date.UTC(2001, 0, 5), Date.UTC(2001, 5, 30)] };
  serve({
    "GET /api/v1/time_range/": () => ({
      body: { result: [{ since: "2001-01-08T00:00:00", until: "2001-01-15T00:00:00", timeRange: "", shift: null }] },
    }),
    "POST /api/v1/chart/data": ({ body }) => {
      const { id } = (body as { datasource: { id: number } }).datasource;
      requestedIds.push(id);
      const extent = extents[id];
      if (!extent) return { status: 403, body: { message: "Forbidden" } };
      return { body: { result: [{ data: [{ __min: extent[0], __max: extent[1] }] }] } };
    },
  });
});

function show(value: string, sources?: readonly TimeSource[]) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TimeRangeFields value={value} sources={sources} onChange={onChange} />
    </QueryClientProvider>,
  );
}

const from = () => screen.getByRole("textbox", { name: "From: date" });

describe("as a part of a form", () => {
  test("reports changes of the user only", async () => {
    show("last week");
    await screen.findByText("Jan 8 – Jan 14, 2001");
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("radio", { name: "Current day" }));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith("Current day", undefined));
  });

  test("reports problems until they are solved", async () => {
    show("2001-01-01 : 2001-07-01");
    fireEvent.change(from(), { target: { value: "8/1/2001" } });
    expect(onChange.mock.lastCall?.[1]).toBe("The range ends before it starts.");
    fireEvent.change(from(), { target: { value: "2/1/2001" } });
    expect(onChange).toHaveBeenLastCalledWith("2001-02-01T00:00:00 : 2001-07-01T00:00:00", undefined);
  });

  test("marks a date that can't be read, and keeps what was typed", async () => {
    show("2001-01-01 : 2001-07-01");
    await userEvent.clear(from());
    await userEvent.type(from(), "2/30/2001");
    expect(from()).toHaveProperty("value", "2/30/2001");
    expect(from().getAttribute("aria-invalid")).toBe("true");
  });
});

describe("the extent of the data", () => {
  test("is that of all datasets", () => {
    const first = { min: "2001-01-05", max: "2001-06-30" };
    const second = { min: "2000-03-01", max: "2001-01-06" };
    expect(unionOf([first, second])).toEqual({ min: "2000-03-01", max: "2001-06-30" });
    expect(unionOf([first, undefined])).toBeUndefined();
    expect(unionOf([])).toBeUndefined();
  });

  test("isn't shown of a dataset that the user can't read", async () => {
    show("No filter", [{ datasetId: 3, column: "at" }]);
    await waitFor(() => expect(requestedIds).toEqual([3]));
    expect(screen.queryByText(/^Data from/)).toBeNull();
    expect(screen.getByRole("radio", { name: "No filter" })).toHaveProperty("checked", true);
  });

  test("is shown of the column's dataset", async () => {
    show("No filter", [{ datasetId: 1, column: "date" }]);
    await screen.findByText("Data from Jan 5, 2001 to Jun 30, 2001");
    expect(screen.getByRole("grid", { name: "June 2001" })).toBeTruthy();
  });

  test("isn't requested of many datasets", () => {
    show(
      "No filter",
      [1, 2, 3, 4, 5, 6].map((datasetId) => ({ datasetId, column: "date" })),
    );
    expect(requestedIds).toEqual([]);
  });
});

test("the main time column is the source unless another one is named", () => {
  const columns = [{ column_name: "day" }, { column_name: "at", python_date_format: "epoch_ms" }];
  const dataset = { id: 7, main_dttm_col: "day", columns } as unknown as Dataset;
  expect(sourceOf(dataset)).toEqual([{ datasetId: 7, column: "day", format: undefined }]);
  expect(sourceOf(dataset, "at")).toEqual([{ datasetId: 7, column: "at", format: "epoch_ms" }]);
  expect(sourceOf(dataset, "gone")).toEqual([]);
  expect(sourceOf(undefined)).toEqual([]);
});
