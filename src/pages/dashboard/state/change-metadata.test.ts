import { beforeEach, expect, test } from "vitest";
import { serve } from "../../../testing/network.ts";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { changeMetadata } from "./change-metadata.ts";
import { initialMasks } from "./masks.ts";
import { createDashboardStore } from "./store.ts";

beforeEach(forgetCsrfToken);

test("a change on an outdated page keeps what another user has saved since", async () => {
  const dashboard = sampleDashboard();
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  const { id, changed_on } = dashboard.detail;
  const otherSave = {
    ...dashboard.detail,
    changed_on: "2099-01-01T00:00:00.000001",
    json_metadata: '{"refresh_frequency":30}',
  };
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    [`GET /api/v1/dashboard/${id}`]: { body: { id, result: otherSave } },
    [`PUT /api/v1/dashboard/${id}`]: { body: { id, result: {} } },
  });
  expect(await changeMetadata(store, { filter_bar_orientation: "HORIZONTAL" })).toBe(true);
  const save = requests.find(({ method }) => method === "PUT");
  const { json_metadata } = (save?.body ?? {}) as { json_metadata: string };
  expect(JSON.parse(json_metadata)).toEqual({ refresh_frequency: 30, filter_bar_orientation: "HORIZONTAL" });
  expect(save?.headers.get("if-match")).toBe(`"${otherSave.changed_on}"`);
  expect(store.getState().dashboard.detail.changed_on).toBe(changed_on);
});
