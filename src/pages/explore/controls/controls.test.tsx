import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { type Control, verbatim } from "../../../chart-seam/control.ts";
import type { FormData } from "../../../model/form-data.ts";
import { writeCode } from "../../../testing/code.ts";
import { pickFromMenu } from "../../../testing/menus.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { ControlField } from "../panel/ControlField.tsx";
import { toNumber } from "../state/widget.ts";

function show(control: Control, value?: unknown, form: Partial<FormData> = {}) {
  const changes = vi.fn();
  render(<Host control={control} start={{ viz_type: "x", ...form, [control.name]: value }} onChange={changes} />);
  return changes;
}

interface HostProps {
  control: Control;
  start: FormData;
  onChange(name: string, value: unknown): void;
}

function Host({ control, start, onChange }: HostProps) {
  const [formData, setFormData] = useState(start);
  return (
    <ControlField
      control={control}
      state={{ formData, dataset: UNEMPLOYMENT }}
      problem={undefined}
      onChange={(name, next) => {
        onChange(name, next);
        setFormData({ ...formData, [name]: next });
      }}
    />
  );
}

const last = (changes: ReturnType<typeof vi.fn>) => changes.mock.lastCall?.[1];

describe("plain controls", () => {
  test("a checkbox has its label and toggles", async () => {
    const changes = show({ name: "zoomable", label: verbatim("Data zoom"), widget: "checkbox" }, false);
    await userEvent.click(screen.getByRole("checkbox", { name: "Data zoom" }));
    expect(changes).toHaveBeenCalledWith("zoomable", true);
  });

  test("text is debounced", async () => {
    const changes = show({ name: "title", label: verbatim("Title"), widget: "text" }, "");
    await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "Jobs");
    expect(changes).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(last(changes)).toBe("Jobs"));
    expect(changes).toHaveBeenCalledTimes(1);
  });

  test("a text area keeps line breaks", async () => {
    const changes = show({ name: "note", label: verbatim("Note"), widget: "textarea" }, "");
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "a{enter}b");
    await vi.waitFor(() => expect(last(changes)).toBe("a\nb"));
  });

  test("code has an editor for its language", async () => {
    const changes = show(
      { name: "options", label: verbatim("Options"), widget: "textarea", language: "json" },
      '{"a":',
    );
    await writeCode("Options", "1}");
    await vi.waitFor(() => expect(last(changes)).toBe('{"a":1}'));
  });

  test("numbers stored as text by legacy charts are parsed", async () => {
    const changes = show({ name: "size", label: verbatim("Size"), widget: "number", min: 0, max: 10 }, "3");
    const field = await screen.findByRole("spinbutton", { name: "Size" });
    expect(field).toHaveProperty("value", "3");
    await userEvent.clear(field);
    await userEvent.type(field, "7{enter}");
    expect(last(changes)).toBe(7);
    expect(changes).toHaveBeenCalledTimes(1);
    expect([toNumber("1,200"), toNumber(""), toNumber("x"), toNumber(4)]).toEqual([1200, null, "x", 4]);
  });

  test("bounds can be unbounded", async () => {
    const changes = show({ name: "y_axis_bounds", label: verbatim("Bounds"), widget: "bounds" }, [null, null]);
    await userEvent.type(await screen.findByRole("spinbutton", { name: "Bounds: maximum" }), "5");
    await userEvent.tab();
    expect(last(changes)).toEqual([null, 5]);
  });

  test("a slider has its label", async () => {
    show({ name: "opacity", label: verbatim("Opacity"), widget: "slider", min: 0, max: 1, step: 0.1 }, 0.4);
    const slider = await screen.findByRole("slider", { name: "Opacity" });
    expect(slider.getAttribute("aria-valuenow")).toBe("0.4");
  });

  test("a radio group shows all choices, including null", async () => {
    const choices = [
      [null, verbatim("None")],
      ["stack", verbatim("Stack")],
    ] as const;
    const changes = show({ name: "stack", label: verbatim("Stacked"), widget: "radio", choices }, "stack");
    expect(screen.getByRole("radio", { name: "Stack" }).getAttribute("aria-checked")).toBe("true");
    await userEvent.click(screen.getByRole("radio", { name: "None" }));
    expect(last(changes)).toBeNull();
  });
});

describe("choices", () => {
  const limit: Control = {
    name: "row_limit",
    label: verbatim("Row limit"),
    widget: "select",
    freeForm: true,
    numeric: true,
    choices: [
      [100, verbatim("100")],
      [1000, verbatim("1,000")],
    ],
  };

  test("a choice keeps its value type", async () => {
    const changes = show(limit, 100);
    await userEvent.click(screen.getByRole("combobox", { name: "Row limit" }));
    await userEvent.click(await screen.findByTitle("1,000"));
    expect(last(changes)).toBe(1000);
  });

  test("null shows its label", async () => {
    const choices = [[null, verbatim("Default")] as const, [true, verbatim("Yes")] as const];
    show({ name: "season", label: verbatim("Season"), widget: "select", choices }, null);
    expect(screen.getByText("Default")).toBeTruthy();
  });

  test("a typed number becomes a choice", async () => {
    const changes = show(limit, 100);
    await userEvent.type(screen.getByRole("combobox", { name: "Row limit" }), "250");
    await userEvent.click(await screen.findByTitle("250"));
    expect(last(changes)).toBe(250);
  });

  test("pasting a list fills a multi-select without duplicates", async () => {
    const tags: Control = {
      name: "time_compare",
      label: verbatim("Shift"),
      widget: "select",
      multi: true,
      freeForm: true,
      choices: [],
    };
    const changes = show(tags, ["1 week ago"]);
    await userEvent.click(screen.getByRole("combobox", { name: "Shift" }));
    await userEvent.paste("1 week ago; 2 weeks ago\n1 year ago");
    expect(last(changes)).toEqual(["1 week ago", "2 weeks ago", "1 year ago"]);
  });

  test("common grains are in the row, others in the menu", async () => {
    const choices = [
      ["PT1H", verbatim("Hour")],
      ["P1D", verbatim("Day")],
      ["P1M", verbatim("Month")],
    ] as const;
    const changes = show({ name: "time_grain_sqla", label: verbatim("Time grain"), widget: "select", choices }, "P1D");
    await userEvent.click(screen.getByRole("radio", { name: "Month" }));
    expect(last(changes)).toBe("P1M");
    await userEvent.click(screen.getByRole("button", { name: "Time grain: more" }));
    await pickFromMenu("Hour");
    expect(last(changes)).toBe("PT1H");
    expect(screen.getByRole("radio", { name: "Hour" }).getAttribute("aria-checked")).toBe("true");
  });

  test("order by values are JSON text", async () => {
    const changes = show({ name: "order_by_cols", label: verbatim("Ordering"), widget: "order-by" }, []);
    await userEvent.click(screen.getByRole("combobox", { name: "Ordering" }));
    await userEvent.click(await screen.findByTitle("rate ↓ descending"));
    expect(last(changes)).toEqual(['["rate",false]']);
  });

  test("an axis with several series sorts by aggregates", async () => {
    const control: Control = { name: "x_axis_sort", label: verbatim("Sort"), widget: "x-axis-sort" };
    const changes = show(control, null, { x_axis: "series", metrics: ["count"], groupby: ["sector"] });
    await userEvent.click(screen.getByRole("combobox", { name: "Sort" }));
    await userEvent.click(await screen.findByTitle("Total value"));
    expect(last(changes)).toBe("sum");
  });
});

describe("formats and colors", () => {
  test("a number format shows a preview", () => {
    show({ name: "y_axis_format", label: verbatim("Format"), widget: "number-format" }, ",.1f");
    expect(screen.getByText("1,234,567.9 · 0.1")).toBeTruthy();
  });

  test("each format shows an example; a typed one shows its result or that it is invalid", async () => {
    const changes = show({ name: "y_axis_format", label: verbatim("Format"), widget: "number-format" }, ",.1f");
    const field = screen.getByRole("combobox", { name: "Format" });
    await userEvent.click(field);
    expect((await screen.findByTitle("Original value")).textContent).toContain("1.23457e+6 · 0.1234");
    await userEvent.type(field, "+,.0f");
    expect(screen.getByText("+1,234,568 · +0", { selector: "p" })).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, "#,##0");
    expect(screen.getAllByText("“#,##0” isn't a valid format").map(({ tagName }) => tagName)).toEqual(["P", "BDI"]);
    await userEvent.keyboard("{Enter}");
    expect(changes).not.toHaveBeenCalled();
  });

  test("a typed format is chosen", async () => {
    const changes = show({ name: "y_axis_format", label: verbatim("Format"), widget: "number-format" }, ",.1f");
    await userEvent.type(screen.getByRole("combobox", { name: "Format" }), "+,.0f");
    await userEvent.click(await screen.findByTitle("Custom format +,.0f"));
    expect(last(changes)).toBe("+,.0f");
  });

  test("a saved format of dates with an unknown directive says so", () => {
    show({ name: "x_axis_time_format", label: verbatim("Dates"), widget: "time-format" }, "%Y %K");
    expect(screen.getByText("“%Y %K” isn't a valid format")).toBeTruthy();
  });

  test("a date format shows today", () => {
    show({ name: "x_axis_time_format", label: verbatim("Dates"), widget: "time-format" }, "%Y");
    expect(screen.getByText(String(new Date().getUTCFullYear()))).toBeTruthy();
    show({ name: "tooltip_time_format", label: verbatim("Times"), widget: "time-format" }, "smart_date");
    expect(screen.queryByText(/^\.\d+ms/)).toBeNull();
  });

  test("a currency goes before or after the number", async () => {
    const changes = show({ name: "currency_format", label: verbatim("Currency"), widget: "currency" }, null);
    await userEvent.click(screen.getByRole("combobox", { name: "Currency" }));
    await userEvent.click(await screen.findByTitle("EUR"));
    expect(last(changes)).toEqual({ symbol: "EUR", symbolPosition: "prefix" });
    await userEvent.click(screen.getByRole("radio", { name: "After" }));
    expect(last(changes)).toEqual({ symbol: "EUR", symbolPosition: "suffix" });
  });

  test("a dashboard's color scheme is read-only, with the reason", () => {
    const control: Control = {
      name: "color_scheme",
      label: verbatim("Scheme"),
      widget: "color-scheme",
      kind: "categorical",
    };
    show(control, "tessera", { dashboardId: 3, own_color_scheme: "x" });
    expect(screen.getByText(/set by the dashboard/)).toBeTruthy();
    expect(screen.getByRole("combobox", { name: "Scheme" })).toHaveProperty("disabled", true);
  });
});

describe("columns, metrics and filters", () => {
  const groupby: Control = { name: "groupby", label: verbatim("Dimensions"), widget: "columns", multi: true };

  test("legacy dataset items show their labels", () => {
    show(groupby, [
      { item_type: "column", column_name: "series" },
      { item_type: "metric", metric_name: "avg_rate" },
    ]);
    const chips = within(screen.getByRole("group", { name: "Dimensions" })).getAllByTitle(/./);
    expect(chips.map((one) => one.getAttribute("title"))).toEqual(["Industry", "avg_rate"]);
  });

  test("chips have labels and are removed by button or Delete", async () => {
    const changes = show(groupby, ["series", "sector"]);
    const group = screen.getByRole("group", { name: "Dimensions" });
    await userEvent.click(within(group).getByRole("button", { name: "Remove Industry" }));
    expect(last(changes)).toEqual(["sector"]);
    within(group).getByRole("button", { name: "sector" }).focus();
    await userEvent.keyboard("{Delete}");
    expect(last(changes)).toEqual([]);
    expect(within(group).getByText("Drop a column or click")).toBeTruthy();
  });

  test("an empty list offers to add all columns", async () => {
    const changes = show({
      name: "all_columns",
      label: verbatim("Columns"),
      widget: "columns",
      multi: true,
      offersAll: true,
    });
    const names = UNEMPLOYMENT.columns.map((one) => one.column_name);
    await userEvent.click(screen.getByRole("button", { name: `Add all ${names.length} columns` }));
    expect(last(changes)).toEqual(names);
    expect(screen.queryByRole("button", { name: /^Add all/ })).toBeNull();
  });

  test("Alt+arrow keys reorder items", async () => {
    const changes = show(groupby, ["series", "sector"]);
    screen.getByRole("button", { name: "sector" }).focus();
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(last(changes)).toEqual(["sector", "series"]);
  });

  test("a missing column is marked", () => {
    show(groupby, ["gone"]);
    expect(screen.getByLabelText('Column "gone" is not in this dataset')).toBeTruthy();
  });

  test("a single control holds one value", () => {
    show({ name: "metric", label: verbatim("Metric"), widget: "metrics", multi: false }, "count");
    expect(screen.getByText("Rows")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Drop a metric/ })).toBeNull();
  });

  test("a saved metric is chosen in two clicks", async () => {
    const changes = show({ name: "metrics", label: verbatim("Metrics"), widget: "metrics", multi: true }, []);
    await userEvent.click(screen.getByRole("button", { name: /Drop a metric or click/ }));
    await userEvent.click(await screen.findByRole("combobox", { name: "Saved metric" }));
    await userEvent.click(await screen.findByTitle("avg_rate"));
    expect(last(changes)).toEqual(["avg_rate"]);
  });

  test("filters read as sentences", () => {
    const filter = {
      clause: "WHERE",
      expressionType: "SIMPLE",
      subject: "series",
      operator: "NOT IN",
      comparator: ["a"],
    };
    show({ name: "adhoc_filters", label: verbatim("Filters"), widget: "filters" }, [filter]);
    expect(screen.getByTitle("Industry is none of a")).toBeTruthy();
  });
});

test("an error is shown under its control", () => {
  const control: Control = { name: "metrics", label: verbatim("Metrics"), widget: "metrics", multi: true };
  const state = { formData: { metrics: [] }, dataset: UNEMPLOYMENT };
  render(<ControlField control={control} state={state} problem="Metrics cannot be empty" onChange={() => undefined} />);
  expect(screen.getByText("Metrics cannot be empty")).toBeTruthy();
});

describe("dashboard time ranges", () => {
  const filters: Control = { name: "adhoc_filters", label: verbatim("Filters"), widget: "filters" };
  const series = { clause: "WHERE", expressionType: "SIMPLE", subject: "series", operator: "IN", comparator: ["a"] };
  const range = { ...series, subject: "date", operator: "TEMPORAL_RANGE", comparator: "Last year" };
  const warning = () => screen.queryByText(/Dashboard time ranges don't apply to this chart/);

  test("require a time range filter and offer to add one", async () => {
    const changes = show(filters, [series], { viz_type: "echarts_timeseries_line", x_axis: "date" });
    expect(warning()).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /^Add a time range filter on/ }));
    expect(changes.mock.lastCall?.[1]).toMatchObject([
      { subject: "series" },
      { subject: "date", operator: "TEMPORAL_RANGE", comparator: "No filter" },
    ]);
    expect(warning()).toBeNull();
  });

  test("warn when the last time range filter is removed", async () => {
    show(filters, [range], { viz_type: "pie" });
    expect(warning()).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Remove/ }));
    expect(warning()).toBeTruthy();
  });
});
