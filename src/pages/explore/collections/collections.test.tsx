import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { type Control, verbatim } from "../../../chart-seam/control.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { isTwoSided, ruleText } from "../../../web/control-words/rule-words.ts";
import { ControlField } from "../panel/ControlField.tsx";
import { useControlState, useWorkbench } from "../workbench/store-context.ts";
import { resultColumns } from "./result-columns.ts";
import { operatorsOfType, ruleProblem } from "./rules.ts";

const RESULT: ChartDataResult = {
  data: [{ industry: "Finance", rate: 3 }],
  colnames: ["industry", "rate"],
  coltypes: [1, 0],
};

function Field({ control }: { control: Control }) {
  const { store } = useWorkbench();
  const state = useControlState();
  return <ControlField control={control} state={state} problem={undefined} onChange={store.getState().set} />;
}

const open = (control: Control, form = {}) =>
  renderWorkbench(<Field control={control} />, { type: "table", form, run: { status: "ready", results: [RESULT] } });

describe("rule descriptions", () => {
  test.each([
    [{ column: "rate", operator: ">", targetValue: 10 }, "rate > 10"],
    [{ column: "rate", operator: "≤ x <", targetValueLeft: 3, targetValueRight: 5 }, "3 ≤ rate < 5"],
    [{ column: "rate", operator: "None" }, "rate: all values"],
    [{ column: "on", operator: "is true" }, "on is true"],
  ])("%o", (rule, text) => expect(ruleText(rule)).toBe(text));

  test("reports what is missing", () => {
    expect(ruleProblem({ operator: ">" })).toBe("Choose a column");
    expect(ruleProblem({ column: "rate", operator: ">" })).toBe("Enter a value");
    expect(ruleProblem({ column: "rate", operator: ">", targetValue: 0 })).toBeUndefined();
    expect(ruleProblem({ column: "rate", operator: "< x <", targetValueLeft: 1 })).toBe("Enter both values");
    const crossed = { column: "rate", operator: "< x <", targetValueLeft: 5, targetValueRight: 1 };
    expect(ruleProblem(crossed)).toBe("From must be less than To");
    expect(ruleProblem({ column: "on", operator: "is null" })).toBeUndefined();
  });

  test("conditions depend on the column type", () => {
    expect(operatorsOfType(0)).toContain("≤ x ≤");
    expect(operatorsOfType(1)).toContain("begins with");
    expect(operatorsOfType(3)).toContain("is true");
    expect([isTwoSided("< x <"), isTwoSided("<")]).toEqual([true, false]);
  });
});

test("columns come from the last result, or from the form before the first run", () => {
  const dataset = { ...UNEMPLOYMENT, verbose_map: { series: "Industry" } };
  const state = { formData: { groupby: ["series"], metrics: ["count"] }, dataset };
  expect(resultColumns([RESULT], state).map((one) => one.name)).toEqual(["industry", "rate"]);
  expect(resultColumns(undefined, state)).toEqual([
    { name: "series", label: "Industry", type: 1 },
    { name: "count", label: "count", type: 0 },
  ]);
});

test("a rule is created in the popover", async () => {
  const store = open({
    name: "conditional_formatting",
    label: verbatim("Formatting"),
    widget: "conditional-formatting",
  });
  await userEvent.click(await screen.findByRole("button", { name: /Add a rule/ }));
  await userEvent.type(await screen.findByRole("spinbutton", { name: "Value" }), "5");
  await userEvent.click(await screen.findByRole("button", { name: "Apply" }));
  expect(store.getState().formData.conditional_formatting).toEqual([
    { column: "rate", operator: ">", targetValue: 5, colorScheme: "colorSuccess" },
  ]);
  expect(screen.getByTitle("rate > 5")).toBeTruthy();
});

describe("columns of a table", () => {
  const control: Control = { name: "column_config", label: verbatim("Columns"), widget: "column-config" };

  test("settings are stored per column, and cleared ones removed", async () => {
    const store = open(control);
    await userEvent.click(await screen.findByRole("button", { name: "rate" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Display name" }), "R");
    await userEvent.click(screen.getByRole("checkbox", { name: "Cell bars" }));
    expect(store.getState().formData.column_config).toEqual({ rate: { customColumnName: "R", showCellBars: false } });
    await userEvent.clear(screen.getByRole("textbox", { name: "Display name" }));
    expect(store.getState().formData.column_config).toEqual({ rate: { showCellBars: false } });
  });

  test("text columns have no number settings", async () => {
    open(control);
    await userEvent.click(await screen.findByRole("button", { name: "industry" }));
    expect(await screen.findByRole("checkbox", { name: "Truncate long text" })).toBeTruthy();
    expect(screen.queryByRole("checkbox", { name: "Cell bars" })).toBeNull();
  });
});
