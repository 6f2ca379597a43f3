import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { assertionOf } from "../../../testing/assertions.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { serve } from "../../../testing/network.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { AssertionsNotice } from "./AssertionsNotice.tsx";

const failed = { state: "failed" as const, value: "5", failed_since: "2026-03-02T08:00:00.000000" };

function open(metrics: string[], result: ReturnType<typeof assertionOf>[]) {
  const requests = serve({
    [`GET /api/v1/dataset/${UNEMPLOYMENT.id}/assertions`]: { body: { count: result.length, result } },
  });
  renderWorkbench(<AssertionsNotice dataset={UNEMPLOYMENT} queries={[{ metrics }]} />);
  return requests;
}

test("says what fails of the dataset and the chart's metrics", async () => {
  open(
    ["count"],
    [
      assertionOf(1),
      assertionOf(2, { ...failed, params: { metric: "average" }, message: "of another metric" }),
      assertionOf(3, { ...failed, params: { metric: "count" }, message: "count is 5, less than 10" }),
      assertionOf(4, { ...failed, kind: "unique", params: { columns: ["id"] }, message: "2 values more than once" }),
      assertionOf(5, { ...failed, dashboard_id: 9, message: "on a dashboard" }),
    ],
  );
  const note = await screen.findByRole("button", { name: /count is 5, less than 10, 2 values/ });
  expect(note.textContent).not.toContain("another metric");
});

test("shows nothing while all that it is about passes", async () => {
  const requests = open(["count"], [assertionOf(2, { ...failed, params: { metric: "average" } })]);
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole("button")).toBeNull();
});
