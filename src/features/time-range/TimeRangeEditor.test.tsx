import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { TimeRangeEditor } from "./TimeRangeEditor.tsx";
import { formatBounds, todayText } from "./use-time-range-preview.ts";

const onApply = vi.fn();
const onCancel = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  serve({
    "GET /api/v1/time_range/": ({ query }) => {
      const q = (query.get("q") ?? "").replaceAll("'", "");
      return { body: { result: [{ since: "2001-01-01T00:00:00", until: "", timeRange: q, shift: null }] } };
    },
  });
});

function edit(value: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TimeRangeEditor value={value} onApply={onApply} onCancel={onCancel} />
    </QueryClientProvider>,
  );
}

const choose = (name: string) => userEvent.click(screen.getByRole("radio", { name }));
const apply = () => userEvent.click(screen.getByRole("button", { name: "Apply" }));
const ends = { start: "From (inclusive)", end: "To (exclusive)" };
const moment = (label: string) => screen.getByLabelText(`${label} date and time`);

describe("kinds of range", () => {
  test("selects the current kind and its fields", () => {
    edit("previous calendar month");
    expect(screen.getByRole("radio", { name: "Previous" })).toHaveProperty("checked", true);
    expect(screen.getByRole("radio", { name: "Previous calendar month" })).toHaveProperty("checked", true);
  });

  test("focuses the current kind", () => {
    edit("Current year");
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Current" }));
  });

  test.each([
    ["Last", "Last quarter", "Last quarter"],
    ["Previous", "Previous calendar year", "previous calendar year"],
    ["Current", "Current day", "Current day"],
  ])("%s has the period %s", async (kind, period, text) => {
    edit("No filter");
    await choose(kind);
    await choose(period);
    await apply();
    expect(onApply).toHaveBeenCalledExactlyOnceWith(text);
  });

  test("no filter means all time", async () => {
    edit("Last week");
    await choose("No filter");
    expect(await screen.findByText("All time")).toBeTruthy();
    await apply();
    expect(onApply).toHaveBeenCalledWith("No filter");
  });

  test("Cancel changes nothing", async () => {
    edit("Last week");
    await choose("No filter");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onApply).not.toHaveBeenCalled();
  });
});

describe("a custom range", () => {
  test("has a start and an end", async () => {
    edit("2001-01-01 : 2001-07-01");
    expect((moment(ends.start) as HTMLInputElement).value).toMatch(/^2001-01-01T00:00/);
    fireEvent.change(moment(ends.start), { target: { value: "2001-03-01T08:30" } });
    await apply();
    expect(onApply).toHaveBeenCalledWith("2001-03-01T08:30:00 : 2001-07-01T00:00:00");
  });

  test("keeps the last date when the field is cleared", async () => {
    edit("2001-01-01 : 2001-07-01");
    fireEvent.change(moment(ends.end), { target: { value: "" } });
    await apply();
    expect(onApply).toHaveBeenCalledWith("2001-01-01T00:00:00 : 2001-07-01T00:00:00");
  });

  test("can be unbounded, now, or midnight", async () => {
    edit("2001-01-01 : 2001-07-01");
    const [startOpen] = screen.getAllByRole("radio", { name: "Unbounded" });
    const [, endNow] = screen.getAllByRole("radio", { name: "Now" });
    fireEvent.click(startOpen as HTMLElement);
    fireEvent.click(endNow as HTMLElement);
    await apply();
    expect(onApply).toHaveBeenLastCalledWith(" : now");
    fireEvent.click(screen.getAllByRole("radio", { name: "Midnight" })[1] as HTMLElement);
    await apply();
    expect(onApply).toHaveBeenLastCalledWith(" : today");
  });

  test("without bounds becomes no filter", async () => {
    edit("2001-01-01 : 2001-07-01");
    for (const open of screen.getAllByRole("radio", { name: "Unbounded" })) fireEvent.click(open);
    await apply();
    expect(onApply).toHaveBeenCalledWith("No filter");
  });

  test("can be relative to an anchor, before or after", async () => {
    edit('DATEADD(DATETIME("now"), -3, month) : now');
    const amount = screen.getByRole("spinbutton", { name: `${ends.start} amount` });
    expect(amount).toHaveProperty("value", "3");
    await userEvent.clear(amount);
    await userEvent.type(amount, "5");
    await apply();
    expect(onApply).toHaveBeenLastCalledWith('DATEADD(DATETIME("now"), -5, month) : now');
    await userEvent.click(screen.getByRole("combobox", { name: `${ends.start} direction` }));
    await userEvent.click(screen.getByTitle("after"));
    await userEvent.click(screen.getByRole("combobox", { name: `${ends.start} unit` }));
    await userEvent.click(screen.getByTitle("days"));
    await apply();
    expect(onApply).toHaveBeenLastCalledWith('DATEADD(DATETIME("now"), 5, day) : now');
  });

  test("can be relative to a date", async () => {
    edit('DATEADD(DATETIME("2001-01-01T00:00:00"), -1, year) : 2001-01-01');
    fireEvent.change(screen.getByLabelText(`${ends.start} anchor date`), { target: { value: "2002-02-02T00:00" } });
    await apply();
    expect(onApply).toHaveBeenCalledWith('DATEADD(DATETIME("2002-02-02T00:00:00"), -1, year) : 2001-01-01T00:00:00');
  });
});

describe("an advanced range", () => {
  test("keeps a range that no form supports as text", async () => {
    edit("first week of last month");
    expect(screen.getByRole("textbox", { name: "Range" })).toHaveProperty("value", "first week of last month");
    await apply();
    expect(onApply).toHaveBeenCalledWith("first week of last month");
  });

  test("accepts expressions for both ends", async () => {
    edit("3 days ago : now");
    const until = screen.getByRole("textbox", { name: ends.end });
    await userEvent.clear(until);
    await userEvent.type(until, "2 days ago{Enter}");
    expect(onApply).toHaveBeenCalledWith("3 days ago : 2 days ago");
  });
});

test("formats bounds", () => {
  expect(formatBounds("2001-01-01T00:00:00", "2001-02-01T00:00:00")).toBe(
    "2001-01-01 00:00:00 ≤ time < 2001-02-01 00:00:00",
  );
  expect(formatBounds("", "2001-02-01T00:00:00")).toBe("time < 2001-02-01 00:00:00");
  expect(formatBounds("", "")).toBe("All time");
  expect(todayText()).toMatch(/^\d{4}-\d\d-\d\d$/);
});
