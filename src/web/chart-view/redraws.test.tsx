import { render, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { loadChartType } from "../../chart-types/index.ts";
import type { ExtraFormData } from "../../model/data-mask.ts";
import { ChartView } from "./ChartView.tsx";

const FORM = { viz_type: "big_number_total", datasource: "1__table", metric: "count" };
const answerOf = (count: number) => ({ result: [{ data: [{ count }], colnames: ["count"], coltypes: [0] }] });

test("asks before the page shows that it waits, and draws once for each answer with other rows", async () => {
  const type = await loadChartType("big_number_total");
  if (!type) throw new Error("no such type");
  const draw = vi.spyOn(type, "transform");
  const answers: ((answer: object) => void)[] = [];
  const statuses: (string | undefined)[] = [];
  const status = () => document.querySelector<HTMLElement>("[data-status]")?.dataset.status;
  vi.stubGlobal("fetch", () => {
    statuses.push(status());
    return new Promise((resolve) => answers.push((answer) => resolve(Response.json(answer))));
  });
  for (const side of ["clientWidth", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(300);
  const view = (extraFormData: ExtraFormData) => (
    // As on dashboards, handlers are new in each render.
    <ChartView formData={FORM} extraFormData={extraFormData} onSelect={() => undefined} />
  );
  const { rerender, findByText } = render(view({}));
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(answerOf(3));
  await findByText("3");
  const before = draw.mock.calls.length;

  rerender(view({ filters: [{ col: "origin", op: "IN", val: ["ORD"] }] }));
  await waitFor(() => expect(status()).toBe("loading"));
  expect(statuses[1]).toBe("ready");
  rerender(view({ filters: [{ col: "origin", op: "IN", val: ["ORD"] }] }));
  expect(draw.mock.calls.length).toBe(before);
  answers[1]?.(answerOf(2));
  await findByText("2");
  expect(draw.mock.calls.length).toBe(before + 1);

  const filtered = draw.mock.calls.length;
  for (const [origin, count] of [
    ["LAX", 2],
    ["SFO", 4],
  ] as const) {
    rerender(view({ filters: [{ col: "origin", op: "IN", val: [origin] }] }));
    await waitFor(() => expect(status()).toBe("loading"));
    answers.at(-1)?.(answerOf(count));
    await waitFor(() => expect(status()).toBe("ready"));
    await findByText(String(count));
    expect(draw.mock.calls.length, origin).toBe(filtered + (count === 2 ? 0 : 1));
  }
});

test.each([
  [3, 100],
  [100, 3],
])("the note about shares follows the row limit from %i to %i, also for the same rows", async (first, second) => {
  await loadChartType("pie");
  const data = ["a", "b", "c"].map((origin, i) => ({ origin, count: 10 - i }));
  const result = [{ data, colnames: ["origin", "count"], coltypes: [1, 0], rowcount: 3, sql_rowcount: 3 }];
  vi.stubGlobal("fetch", async () => Response.json({ result }));
  for (const side of ["clientWidth", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(400);
  const form = { viz_type: "pie", datasource: "1__table", metric: "count", groupby: ["origin"], sort_by_metric: true };
  const view = (row_limit: number) => <ChartView formData={{ ...form, row_limit }} />;
  const notes = () => [...document.querySelectorAll("[data-chart-note]")].map(({ textContent }) => textContent);
  const expected = (limit: number) => (limit === 3 ? [expect.stringMatching(/^Shares of the 3/)] : []);
  const { rerender, container } = render(view(first));
  await waitFor(() => expect(container.querySelector("figure")).toBeTruthy());
  await waitFor(() => expect(notes()).toEqual(expected(first)));
  rerender(view(second));
  await waitFor(() => expect(notes()).toEqual(expected(second)));
});
