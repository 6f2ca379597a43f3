import { notFound } from "../../model/errors.ts";
import { contentDiff } from "../../model/saved-change.ts";
import { agoText } from "../../server/clock.ts";
import { audited, type Context, type Policy, type Resource, type Route, route } from "../../server/http/route.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import { type Content, type ObjectReference, versionContentOf } from "../../server/store/content.ts";
import type { VersionedNoun } from "../../server/store/history-tables.ts";
import { usersById } from "../../server/store/users.ts";
import { findVersion, listVersions } from "../../server/store/versions.ts";
import { CHART_WRITE, restoreChart, visibleChart } from "../chart/index.ts";
import { assertDashboardEditor, DASHBOARD_WRITE, openDashboard, restoreDashboard } from "../dashboard/index.ts";
import { canAccessDataset, DATASET_WRITE, datasetForQuery, findDataset, restoreDataset } from "../dataset/index.ts";
import { chartVersions, dashboardVersions, datasetVersions } from "./contract.ts";

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

interface Versioned {
  noun: VersionedNoun;
  operations: typeof chartVersions | typeof dashboardVersions | typeof datasetVersions;
  policy: Policy;
  open(ctx: Context, reference: string): Promise<{ id: number; restore(content: Content): Promise<void> }>;
}

const NOUNS: readonly Versioned[] = [
  {
    noun: "chart",
    operations: chartVersions,
    policy: CHART_WRITE,
    open: async (ctx, reference) => {
      const chart = await visibleChart(ctx.app, ctx.user, reference);
      await assertOwner(ctx.app.db, ctx.user, { noun: "chart", ids: [chart.id] });
      return {
        id: chart.id,
        restore: async (content) => {
          await assertUnmanaged(ctx.app.db, { noun: "chart", ids: [chart.id] });
          await restoreChart(ctx, chart, content);
        },
      };
    },
  },
  {
    noun: "dashboard",
    operations: dashboardVersions,
    policy: DASHBOARD_WRITE,
    open: async (ctx, reference) => {
      const dashboard = await openDashboard(ctx.app, ctx.user, reference);
      await assertDashboardEditor(ctx.app, ctx.user, dashboard);
      return {
        id: dashboard.id,
        restore: async (content) => {
          await assertUnmanaged(ctx.app.db, { noun: "dashboard", ids: [dashboard.id] });
          await restoreDashboard(ctx, dashboard, content);
        },
      };
    },
  },
  {
    noun: "dataset",
    operations: datasetVersions,
    policy: DATASET_WRITE,
    open: async (ctx, reference) => {
      const record = await datasetForQuery(ctx.app, reference);
      const row = await findDataset(ctx.app.db, record.id);
      if (!row || !canAccessDataset(ctx.user, record)) throw notFound();
      await assertOwner(ctx.app.db, ctx.user, { noun: "dataset", ids: [row.id] });
      return { id: row.id, restore: (content) => restoreDataset(ctx, row, content) };
    },
  },
];

function routesOf({ noun, operations, policy, open }: Versioned): Route[] {
  return [
    route(operations.list, policy, async (ctx, { params, q }) => {
      const { id } = await open(ctx, params.id);
      const { count, rows } = await listVersions(ctx.app.db, { noun, id }, pageOf(q));
      return { count, result: await presentAll(ctx, rows) };
    }),
    route(operations.compare, policy, async (ctx, { params, query }) => {
      const object = { noun, id: (await open(ctx, params.id)).id };
      const from = await versionFor(ctx, object, query.from);
      const to =
        query.to === undefined
          ? await versionContentOf(ctx.app.db, object)
          : (await versionFor(ctx, object, query.to)).content;
      const result = contentDiff(from.content, to).map(({ path, before = null, after = null }) => ({
        path,
        before,
        after,
      }));
      return { count: result.length, result };
    }),
    route(operations.show, policy, async (ctx, { params }) => {
      const { id } = await open(ctx, params.id);
      const { content, ...version } = await versionFor(ctx, { noun, id }, params.version);
      const [shown] = await presentAll(ctx, [version]);
      if (!shown) throw notFound();
      return { result: { ...shown, content } };
    }),
    route(
      operations.restore,
      audited(policy, { action: `${noun}_version_restored`, verb: "restore_version", kind: noun }),
      async (ctx, { params }) => {
        const { id, restore } = await open(ctx, params.id);
        await restore((await versionFor(ctx, { noun, id }, params.version)).content);
        const { rows } = await listVersions(ctx.app.db, { noun, id }, { page: 0, size: 1 });
        return { id, version: rows[0]?.number ?? params.version };
      },
    ),
  ];
}

async function versionFor({ app }: Context, object: ObjectReference, number: number) {
  const version = await findVersion(app.db, object, number);
  if (!version) throw notFound();
  return version;
}

function pageOf(q: { page?: number | undefined; page_size?: number | undefined } | undefined) {
  const size = Math.trunc(q?.page_size ?? PAGE_SIZE);
  const page = Math.trunc(q?.page ?? 0);
  const isPage = page >= 0 && page <= 1_000_000;
  return { page: isPage ? page : 0, size: size < 1 || size > MAX_PAGE_SIZE ? MAX_PAGE_SIZE : size };
}

type Shown = Awaited<ReturnType<typeof listVersions>>["rows"];

async function presentAll({ app }: Context, rows: Shown) {
  const userOf = await usersById(
    app.db,
    rows.map((row) => row.saved_by_fk),
  );
  return rows.map((row) => ({
    version: row.number,
    saved_on: row.saved_on,
    saved_on_delta_humanized: agoText(row.saved_on, app.clock.now()),
    saved_by: userOf(row.saved_by_fk),
    changed: row.changes.map(({ path }) => path),
    changes: row.changes,
  }));
}

export const versions: Resource = { name: "version", routes: NOUNS.flatMap(routesOf) };
