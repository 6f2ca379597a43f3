import type { Assertion, FailingAssertion } from "../api/assertion/contract.ts";

const ADA = { id: 1, first_name: "Ada", last_name: "Lovelace" };

export const assertionOf = (id: number, more: Partial<Assertion> = {}): Assertion => ({
  ...{
    id,
    uuid: `u${id}`,
    name: `Assertion ${id}`,
    description: null,
    dataset_id: 2,
    dataset_name: "flights",
    dashboard_id: null,
  },
  ...{ kind: "range", params: { metric: "count", max: 100 }, where: null, crontab: "0 * * * *", timezone: "UTC" },
  ...{ active: true, external_id: null, owners: [ADA], state: "passed", value: "12", compared: null },
  ...{ message: "count is 12", checked_at: "2026-03-02T09:00:00.000000", failed_since: null, error: null },
  ...{ next_check_at: "2026-03-02T10:00:00.000000", can_edit: true },
  ...{ changed_on: "2026-03-02T09:00:00.000000", changed_on_delta_humanized: "now" },
  ...more,
});

export const failingOf = (id: number, chart_ids: number[], more: Partial<FailingAssertion> = {}): FailingAssertion => ({
  ...{ id, name: `Assertion ${id}`, kind: "range", state: "failed", value: "120", metric: "count", chart_ids },
  ...{ message: "count is 120, above 100", checked_at: "2026-03-02T09:00:00.000000" },
  ...{ failed_since: "2026-03-02T08:00:00.000000", dataset_id: 7, dataset_name: "flights" },
  people: [{ id: 1, name: "Ada Lovelace" }],
  ...more,
});
