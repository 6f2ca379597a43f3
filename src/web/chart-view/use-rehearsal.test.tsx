import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { ChartType } from "../../chart-seam/chart-type.ts";
import { loadChartType } from "../../chart-types/index.ts";
import { RENDERERS } from "../../chart-types/renderers.ts";
import { pass } from "../../testing/waits.ts";
import { ChartView } from "./ChartView.tsx";
import { rehearseMeanwhile } from "./use-rehearsal.ts";

afterEach(() => void vi.unstubAllGlobals());

const FORM = { datasource: "1__table", groupby: ["name"], metric: "count", metrics: ["count"] };
const theme = chartTheme("light");

async function watched(key: string) {
  const type = (await loadChartType(key)) as ChartType;
  await RENDERERS[key]?.load();
  const drawn = vi.spyOn(type, "transform");
  const formData = { ...type.defaults(), ...FORM, viz_type: key };
  const wait = () =>
    rehearseMeanwhile({ type, formData, context: type.buildQuery(formData), width: 300, height: 200, theme });
  return { drawn, formData, wait };
}

test("a chart that is waited for is drawn once of made-up rows, where nobody sees it", async () => {
  const { drawn, wait } = await watched("pie");
  const end = wait();
  await waitFor(() => expect(drawn).toHaveBeenCalledTimes(1));
  expect(drawn.mock.results[0]?.value.isEmpty).toBe(false);
  await pass(150, "nothing may happen meanwhile");
  expect(document.body.textContent).toBe("");
  end();
  const again = wait();
  await pass(150, "nothing may happen meanwhile");
  again();
  expect(drawn).toHaveBeenCalledTimes(1);
});

test("nothing is drawn ahead of an answer that comes at once, or beside other charts that are waited for", async () => {
  const { drawn, wait } = await watched("funnel");
  const soon = wait();
  soon();
  const [one, two] = [wait(), wait()];
  await pass(150, "nothing may happen meanwhile");
  one();
  two();
  expect(drawn).not.toHaveBeenCalled();
});

test("a chart in a page does so while its query is under way, and then draws the answer alone", async () => {
  const { drawn, formData } = await watched("radar");
  const answer = { result: [{ data: [{ name: "here", count: 3 }], colnames: ["name", "count"], coltypes: [1, 0] }] };
  let answered = () => {};
  const query = new Promise<Response>((resolve) => {
    answered = () => resolve(Response.json(answer));
  });
  vi.stubGlobal("fetch", () => query);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(200);
  const { container } = render(<ChartView formData={formData} />);
  await waitFor(() => expect(drawn).toHaveBeenCalledTimes(1));
  expect(container.querySelector("figure, svg[width], canvas")).toBeNull();
  answered();
  await waitFor(() => expect(container.querySelector("figure")?.getAttribute("aria-label")).toContain("one profile"));
  const rows = drawn.mock.calls.map(([{ results }]) => results[0]?.data?.length);
  expect(rows.slice(1).every((count) => count === 1)).toBe(true);
});
