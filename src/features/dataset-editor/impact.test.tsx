import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { DATASET, openEditor, openTab, routesOf } from "../../testing/dataset-editor.tsx";
import { press } from "../../testing/steps.ts";
import { type ColumnDraft, draftOf } from "./draft.ts";
import { partsOf, proposedChange, renamesOf, withRenamedColumns } from "./impact.ts";

const before = draftOf(Dataset.parse(DATASET));
const metric = (change: object) => ({ ...before, metrics: before.metrics.map((each) => ({ ...each, ...change })) });

const IMPACT = {
  affected: [
    {
      ...{
        key: "chart:5:",
        kind: "chart",
        id: 5,
        name: "",
        label: "Delays",
        within: null,
        url: "/explore/?slice_id=5",
      },
      ...{ effect: "breaks", because: ["count"], owners: [{ id: 1, first_name: "Ann", last_name: "Lee" }] },
      ...{ views: 12, viewers: 3, last_viewed: null, can_edit: true },
    },
  ],
  breaks: { chart: 2 },
  changes: {},
  updates: {},
  deleted: {},
  hidden: { chart: 1 },
  pending: 0,
};

const ROUTES = routesOf(
  {},
  {
    "POST /api/v1/lineage/impact": { body: { result: IMPACT } },
    "POST /api/v1/lineage/rename": { body: { result: { renamed: { dataset: 1, chart: 2 }, left: [], hidden: {} } } },
  },
);

test("a save that takes nothing away proposes no change", () => {
  expect(proposedChange(2, before, before)).toBeUndefined();
  expect(proposedChange(2, before, metric({ verbose_name: "Flights" }))).toBeUndefined();
});

test("removed, renamed and missing items are proposed by their stored names", () => {
  expect(renamesOf(before, metric({ metric_name: "flights" }))).toEqual([
    { kind: "metric", from: "count", to: "flights" },
  ]);
  expect(proposedChange(2, before, { ...before, metrics: [] })).toMatchObject({ metrics_removed: ["count"] });
  const columns = before.columns.map((each) =>
    each.column_name === "origin"
      ? { ...each, found: "missing" as const }
      : { ...each, type: "DATE", typeBefore: "TIMESTAMP" },
  );
  expect(proposedChange(2, before, { ...before, columns })).toMatchObject({
    ids: [2],
    columns_removed: ["origin"],
    columns_retyped: [{ name: "date", type: "DATE" }],
    is_lost: true,
  });
});

test("a missing column that is a new one keeps its id and settings", () => {
  const added = { key: "new from", column_name: "from", type: "TEXT", found: "new" } as ColumnDraft;
  const columns = before.columns.map((each) =>
    each.column_name === "origin" ? { ...each, verbose_name: "Origin", found: "missing" as const } : each,
  );
  const draft = withRenamedColumns({ ...before, columns: [...columns, added] }, new Map([["origin", "from"]]));
  expect(draft.columns).toHaveLength(2);
  expect(draft.columns[1]).toMatchObject({ id: 12, column_name: "from", type: "TEXT", verbose_name: "Origin" });
  expect(renamesOf(before, draft)).toEqual([{ kind: "column", from: "origin", to: "from" }]);
});

test("a sync says at once what the missing columns break", async () => {
  const { requests } = openEditor(ROUTES);
  await openTab(/Columns/);
  await press("Sync");
  expect(await screen.findByRole("link", { name: "Delays" })).toBeTruthy();
  expect(requests.find(({ path }) => path === "/api/v1/lineage/impact")?.body).toEqual({
    kind: "dataset",
    ids: [2],
    columns_removed: ["origin"],
    columns_retyped: [{ name: "date", type: "DATE" }],
    is_lost: true,
  });
});

async function renameMetric() {
  await openTab(/Metrics/);
  const field = await screen.findByDisplayValue("count");
  await userEvent.clear(field);
  await userEvent.type(field, "flights");
  await press("Save dataset");
}

test("before a rename is saved, the dialog says what it breaks, and all of it gets the new name", async () => {
  const { requests, saved } = openEditor(ROUTES);
  await renameMetric();
  expect(await screen.findByRole("link", { name: "Delays" })).toBeTruthy();
  expect(screen.getByText("uses count · Owners: Ann Lee · 12 views by 3 users in 30 days")).toBeTruthy();
  expect(screen.getByText("1 item you can't see is affected, too.")).toBeTruthy();
  await press("Save");
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const writes = requests
    .filter(({ path }) => /rename|dataset\/2$/.test(path))
    .map(({ method, body }) => [method, body]);
  expect(writes).toContainEqual(["POST", { dataset_id: 2, kind: "metric", from: "count", to: "flights" }]);
  const order = writes.map(([method]) => method).filter((method) => method !== "GET");
  expect(order).toEqual(["POST", "PUT"]);
});

test("the new names can be kept out of charts", async () => {
  const { requests, saved } = openEditor(ROUTES);
  await renameMetric();
  await userEvent.click(
    await screen.findByRole("checkbox", { name: "Use the new names in charts, filters and expressions" }),
  );
  await press("Save");
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(requests.some(({ path }) => path.endsWith("/rename"))).toBe(false);
});

test("what a rename updates is told apart from what a removal breaks", async () => {
  const change = {
    ...{ kind: "dataset" as const, ids: [2], columns_removed: ["origin"], metrics_removed: ["routes"] },
    metrics_renamed: [{ from: "count", to: "flights" }],
  };
  const [renamed, removed] = partsOf(change, true);
  expect([renamed?.title, removed?.title]).toEqual(["Renamed: count → flights", "Removed: origin, routes"]);
  expect(renamed?.part).toMatchObject({ metrics_renamed: change.metrics_renamed, uses_new_names: true });
  expect(removed?.part).toEqual({
    kind: "dataset",
    ids: [2],
    columns_removed: ["origin"],
    metrics_removed: ["routes"],
  });
});

test("while the new names are used, charts that get them aren't said to break", async () => {
  const updated = {
    ...IMPACT,
    affected: [{ ...IMPACT.affected[0], effect: "updates" }],
    breaks: {},
    updates: { chart: 1 },
  };
  const answer = ({ body }: { body: unknown }) => ({
    body: { result: (body as { uses_new_names?: boolean }).uses_new_names ? updated : IMPACT },
  });
  openEditor({ ...ROUTES, "POST /api/v1/lineage/impact": answer });
  await renameMetric();
  expect(await screen.findByRole("region", { name: "Renamed: count → flights" })).toBeTruthy();
  expect(await screen.findByText("Will be updated")).toBeTruthy();
  expect(screen.queryByText("Breaks")).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: /Use the new names/ }));
  expect(await screen.findByText("Breaks")).toBeTruthy();
});
