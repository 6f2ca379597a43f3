import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Locale, localeFrom } from "../../i18n/locale.ts";
import { serve } from "../../testing/network.ts";
import { TimeRangeEditor } from "./TimeRangeEditor.tsx";
import type { TimeSource } from "./time-source.ts";
import { extentOf } from "./use-time-extent.ts";
import { formatBounds, todayText } from "./use-time-range-preview.ts";

const onApply = vi.fn();
const onCancel = vi.fn();

let formerLocale: () => Locale;
beforeAll(() => {
  formerLocale = localeFrom(() => ({ language: "en", region: "en-US" }));
});
afterAll(() => void localeFrom(formerLocale));

beforeEach(() => {
  vi.clearAllMocks();
  serve({
    "GET /api/v1/time_range/": ({ query }) => {
      const q = (query.get("q") ?? "").replaceAll("'", "");
      const [since = "", until = ""] = /^\d{4}-/.test(q)
        ? q.split(" : ")
        : ["2001-01-08T00:00:00", "2001-01-15T00:00:00"];
      return { body: { result: [{ since, until, timeRange: q, shift: null }] } };
    },
    "POST /api/v1/chart/data": () => ({
      body: { result: [{ data: [{ __min: Date.UTC(2001, 0, 5), __max: Date.UTC(2001, 5, 30) }] }] },
    }),
  });
});

function edit(value: string, sources?: readonly TimeSource[]) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TimeRangeEditor value={value} sources={sources} onApply={onApply} onCancel={onCancel} />
    </QueryClientProvider>,
  );
}

const choose = (name: string) => userEvent.click(screen.getByRole("radio", { name }));
const apply = () => userEvent.click(screen.getByRole("button", { name: "Apply" }));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const day = (name: RegExp) => screen.getByRole("button", { name });

test.each([
  "No filter",
  "Last week",
  "last week",
  "Current quarter",
  "previous calendar month",
  "Last 7 days",
  "2024-01-01 : 2024-02-01",
  "2024-01-01T08:30 : 2024-02-01 09:00:00",
  "2024-01-01 : 2024-01-01",
  " : now",
  "2024-01-01 : ",
  "DATEADD(DATETIME('2024-01-01'), 3, day) : now",
  'DATEADD(DATETIME("now"), -3, month) : now',
  'DATETRUNC(DATETIME("today"), month) : LASTDAY(DATETIME("today"), month)',
  "first week of last month",
  "2024-13-45 : now",
  "Next 3 days",
])("applies %s as it was stored", async (text) => {
  edit(text);
  await apply();
  expect(onApply).toHaveBeenCalledExactlyOnceWith(text);
});

describe("presets", () => {
  test("have the focus and are applied", async () => {
    edit("Current year");
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Current year" }));
    for (const [name, text] of [
      ["Last quarter", "Last quarter"],
      ["Previous calendar year", "previous calendar year"],
      ["No filter", "No filter"],
    ] as const) {
      await choose(name);
      await apply();
      expect(onApply).toHaveBeenLastCalledWith(text);
    }
    expect(await screen.findByText("All time")).toBeTruthy();
  });

  test("show their dates, from which a custom range starts", async () => {
    edit("Last week");
    await screen.findByText("Jan 8 – Jan 14, 2001");
    expect(screen.getByRole("textbox", { name: "From: date" })).toHaveProperty("value", "01/08/2001");
    expect(screen.getByRole("textbox", { name: "To: date" })).toHaveProperty("value", "01/14/2001");
    type("To: date", "1/20/2001");
    await apply();
    expect(onApply).toHaveBeenCalledWith("2001-01-08T00:00:00 : 2001-01-21T00:00:00");
  });

  test("Cancel changes nothing", async () => {
    edit("Last week");
    await choose("No filter");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect([onCancel.mock.calls.length, onApply.mock.calls.length]).toEqual([1, 0]);
  });
});

test("a relative range has an amount, a unit and an end", async () => {
  edit("Last 7 days");
  expect(screen.getByRole("radio", { name: "Relative" })).toHaveProperty("checked", true);
  fireEvent.change(screen.getByRole("spinbutton", { name: "Amount" }), { target: { value: "30" } });
  await apply();
  expect(onApply).toHaveBeenCalledWith('DATEADD(DATETIME("today"), -30, day) : today');
});

describe("typed dates", () => {
  test("include the last day, and Enter applies them", async () => {
    edit("2001-01-01 : 2001-07-01");
    expect(screen.getByRole("textbox", { name: "To: date" })).toHaveProperty("value", "06/30/2001");
    type("From: date", "3/1/2001");
    await userEvent.type(screen.getByRole("textbox", { name: "To: date" }), "{Enter}");
    expect(onApply).toHaveBeenCalledWith("2001-03-01T00:00:00 : 2001-07-01T00:00:00");
  });

  test("can have times of day", async () => {
    edit("2001-01-01 : 2001-07-01");
    await userEvent.click(screen.getByRole("checkbox", { name: "Set times of day" }));
    type("From: time", "8:30");
    await apply();
    expect(onApply).toHaveBeenLastCalledWith("2001-01-01T08:30:00 : 2001-07-01T00:00:00");
    await userEvent.click(screen.getByRole("checkbox", { name: "Set times of day" }));
    await apply();
    expect(onApply).toHaveBeenLastCalledWith("2001-01-01T00:00:00 : 2001-07-01T00:00:00");
  });

  test.each([
    ["7/4/2001", "The range ends before it starts."],
    ["31/31/2001", /^Enter dates like/],
  ])("refuse %s", async (text, problem) => {
    edit("2001-01-01 : 2001-07-01");
    type("From: date", text);
    expect(screen.getByRole("status").textContent).toMatch(problem);
    expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
  });

  test("can be relative to a date, or unbounded", async () => {
    edit('DATEADD(DATETIME("2001-01-01T00:00:00"), -1, year) : 2001-01-01');
    const amount = screen.getByRole("spinbutton", { name: "From (inclusive) amount" });
    fireEvent.change(amount, { target: { value: "5" } });
    await apply();
    expect(onApply).toHaveBeenLastCalledWith(
      'DATEADD(DATETIME("2001-01-01T00:00:00"), -5, year) : 2001-01-01T00:00:00',
    );
    await userEvent.click(screen.getByRole("combobox", { name: "From (inclusive): type" }));
    await userEvent.click(screen.getByTitle("Unbounded"));
    await apply();
    expect(onApply).toHaveBeenLastCalledWith(" : 2001-01-01T00:00:00");
  });
});

describe("the calendar", () => {
  const january = () => screen.getByRole("grid", { name: "January 2001" });

  test("shows two months with the range and chooses another by two clicks", async () => {
    edit("2001-01-08 : 2001-02-03");
    expect(screen.getAllByRole("grid")).toHaveLength(2);
    expect(within(january()).getAllByRole("gridcell", { selected: true })).toHaveLength(24);
    await userEvent.click(day(/January 20, 2001$/));
    await userEvent.click(day(/January 10, 2001$/));
    await apply();
    expect(onApply).toHaveBeenCalledWith("2001-01-10T00:00:00 : 2001-01-21T00:00:00");
  });

  test("has one tab stop that keys move", async () => {
    edit("2001-01-08 : 2001-01-15");
    const stops = () =>
      [...document.querySelectorAll<HTMLElement>("[data-day][tabindex='0']")].map((one) => one.dataset.day);
    expect(stops()).toEqual(["2001-01-14"]);
    document.querySelector<HTMLElement>("[data-day='2001-01-14']")?.focus();
    for (const [key, next] of [
      ["{ArrowRight}", "2001-01-15"],
      ["{ArrowDown}", "2001-01-22"],
      ["{ArrowLeft}", "2001-01-21"],
      ["{End}", "2001-01-27"],
      ["{Home}", "2001-01-21"],
      ["{PageDown}", "2001-02-21"],
      ["{PageDown}", "2001-03-21"],
      ["{Shift>}{PageUp}{/Shift}", "2000-03-21"],
    ] as const) {
      await userEvent.keyboard(key);
      expect((document.activeElement as HTMLElement).dataset.day).toBe(next);
      expect(stops()).toEqual([next]);
    }
    await userEvent.keyboard("{Enter}{ArrowRight}{Enter}");
    await apply();
    expect(onApply).toHaveBeenCalledWith("2000-03-21T00:00:00 : 2000-03-23T00:00:00");
  });

  test("dims days without data", async () => {
    edit("2001-01-01 : 2001-07-05", [{ datasetId: 1, column: "date" }]);
    expect(await screen.findByText("Data from Jan 5, 2001 to Jun 30, 2001")).toBeTruthy();
    expect(screen.getByText("No data before Jan 5, 2001")).toBeTruthy();
    expect(screen.getByText("No data after Jun 30, 2001")).toBeTruthy();
    expect(day(/Sunday, July 1, 2001, no data$/)).toBeTruthy();
    expect(day(/June 30, 2001$/)).toBeTruthy();
  });
});

describe("an advanced range", () => {
  test("accepts expressions for both ends", async () => {
    edit("3 days ago : now");
    const until = screen.getByRole("textbox", { name: "To (exclusive)" });
    await userEvent.clear(until);
    await userEvent.type(until, "2 days ago{Enter}");
    expect(onApply).toHaveBeenCalledWith("3 days ago : 2 days ago");
  });

  test("starts from the range before", async () => {
    edit("2001-01-01 : now");
    await choose("Advanced");
    expect(screen.getByRole("textbox", { name: "From (inclusive)" })).toHaveProperty("value", "2001-01-01T00:00:00");
  });
});

test("extents are read from dates, texts and epochs", () => {
  const extent = (min: unknown, max: unknown, format?: string) =>
    extentOf({ data: [{ __min: min, __max: max }] }, format);
  expect(extent("2001-01-05T10:00:00", "2001-02-01")).toEqual({ min: "2001-01-05", max: "2001-02-01" });
  expect(extent(86_400, 172_800, "epoch_s")).toEqual({ min: "1970-01-02", max: "1970-01-03" });
  expect(extent(null, null)).toBeUndefined();
  expect(extent("soon", "later")).toBeUndefined();
});

test("formats bounds", () => {
  expect(formatBounds("2001-01-01T00:00:00", "2001-02-01T00:00:00")).toBe(
    "2001-01-01 00:00:00 ≤ time < 2001-02-01 00:00:00",
  );
  expect(formatBounds("", "2001-02-01T00:00:00")).toBe("time < 2001-02-01 00:00:00");
  expect(formatBounds("", "")).toBe("All time");
  expect(todayText()).toMatch(/^\d{4}-\d\d-\d\d$/);
});
