import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { typedError } from "../../model/errors.ts";
import { errorOfResponse, timeoutError } from "../errors.ts";
import { ChartProblem } from "./ChartProblem.tsx";
import type { ChartState } from "./chart-state.ts";

function show(state: ChartState, extra: Partial<Parameters<typeof ChartProblem>[0]> = {}) {
  return render(<ChartProblem state={state} isUnknown={false} drawing={undefined} {...extra} />);
}

test("a database error shows the line and a caret under the column", () => {
  const { body } = typedError("COLUMN_DOES_NOT_EXIST_ERROR", 'Column "dep_delay" does not exist', {
    extra: { sql: "SELECT 1,\n  avg(dep_delay)", line: 2, column: 7, engine_name: "DuckDB" },
  });
  show({ status: "failed", error: errorOfResponse(400, body) });
  expect(screen.getByRole("alert").textContent).toContain('Column "dep_delay" does not exist');
  expect(screen.getByText("DuckDB")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("^^^^^^^^^");
});

test("a refused dataset is named, without database details", () => {
  const { body } = typedError("DATASOURCE_SECURITY_ACCESS_ERROR", "no", {
    status: 403,
    extra: { datasource_name: "revenue" },
  });
  show({ status: "failed", error: errorOfResponse(403, body) });
  expect(screen.getByText('No access to the dataset "revenue"')).toBeTruthy();
});

test("a timeout says after how long and with which issues", () => {
  show({ status: "failed", error: timeoutError(60) });
  expect(screen.getByText("Timed out after 60 seconds.")).toBeTruthy();
  expect(screen.getByText(/Issue 1000/)).toBeTruthy();
});

test("an empty chart names the filters and clears them", async () => {
  const onClearFilters = vi.fn();
  const onRemove = vi.fn();
  show(
    { status: "ready", results: [] },
    {
      drawing: { props: null, summary: "", isEmpty: true },
      activeFilters: [{ id: "a", name: "Destination", value: "KOA", onRemove }],
      onClearFilters,
    },
  );
  expect(screen.getByText("No rows match")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove filter Destination" }));
  await userEvent.click(screen.getByRole("button", { name: "Clear the filter" }));
  expect(onRemove).toHaveBeenCalledOnce();
  expect(onClearFilters).toHaveBeenCalledOnce();
});

test("a chart without a metric says what to choose", () => {
  show({ status: "invalid", problems: { metrics: "cannot be empty" } });
  expect(screen.getByText("Choose a metric")).toBeTruthy();
});

test("a stopped chart says so in the specified words", () => {
  show({ status: "stopped" });
  expect(screen.getByText("Updating chart was stopped")).toBeTruthy();
});
