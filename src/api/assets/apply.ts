import type { Transaction } from "kysely";
import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError, unprocessable } from "../../model/errors.ts";
import { fieldChanges, pathText } from "../../model/field-changes.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import type { Context } from "../../server/http/route.ts";
import { MANAGED_TABLES, type ManagedNoun } from "../../server/rights/managed.ts";
import { joinTransaction } from "../../server/store/joined.ts";
import type { Tables } from "../../server/store/tables.ts";
import { TransactionTimeout, withTimeLimit } from "../../server/store/time-limit.ts";
import { checkDatasetsLater } from "../assertion/index.ts";
import {
  announce,
  importError,
  importPrepared,
  NO_SECRETS,
  type Problems,
  parseValues,
  prepareImport,
  TYPES,
} from "../bundle/index.ts";
import { affectedBy } from "./affected.ts";
import { assertAllowed, callOperation } from "./call.ts";
import type { AssetChanges, AssetPlan, PlannedAsset } from "./contract.ts";
import { type AssetFile, changedFiles, type GivenFiles, givenFiles } from "./files.ts";
import { movedObjects } from "./folders.ts";
import { EARLY, LATE, OWN_KINDS } from "./kinds/index.ts";
import { markManaged, unmark } from "./managed.ts";
import { knownNumbers } from "./numbers.ts";
import { readReferences } from "./references.ts";
import { type AssetState, assetKey, readAssets, type StoredAsset } from "./state.ts";
import { inTurn } from "./turns.ts";

type Prepared = Awaited<ReturnType<typeof prepareImport>>;

interface Work {
  ctx: Context;
  changes: AssetChanges;
  before: AssetState;
  files: GivenFiles;
  prepared: Prepared;
  removed: readonly StoredAsset[];
}

/** Does everything in a transaction that is rolled back, so that the plan is what `applyChanges` will do. */
export async function planChanges(ctx: Context, changes: AssetChanges): Promise<AssetPlan> {
  const work = await prepare(ctx, changes, true);
  const planning = inTransaction(work, (done) => {
    throw new Planned(done);
  });
  const done = await planning.catch((stop: unknown) => {
    if (stop instanceof Planned) return stop.done;
    throw stop;
  });
  return planOf(work, done);
}

/** All or nothing. */
export async function applyChanges(ctx: Context, changes: AssetChanges): Promise<AssetPlan> {
  const work = await prepare(ctx, changes, false);
  const done = await inTransaction(work, (result) => result);
  done.announce();
  const plan = planOf(work, done);
  await checkDatasetsLater(ctx.app, changedDatasets(plan, done), ctx.user.id);
  return plan;
}

/** Other writes wait meanwhile if the store is embedded, but not so long that they fail. */
const LIMIT_MS = 10_000;

async function inTransaction(work: Work, end: (done: Done) => Done): Promise<Done> {
  const { app, signal } = work.ctx;
  try {
    return await inTurn(app, signal, () =>
      app.db.transaction().execute(async (trx) => end(await run(withTimeLimit(trx, LIMIT_MS), work))),
    );
  } catch (error) {
    if (!(error instanceof TransactionTimeout)) throw error;
    const values = { seconds: LIMIT_MS / 1000 };
    throw unprocessable(
      t("Saving these changes takes longer than {seconds, number} seconds. Send fewer files at once.", values),
    );
  }
}

interface Done {
  imported: Awaited<ReturnType<typeof importPrepared>>["result"];
  after: AssetState;
  managed: AssetPlan["managed"];
  affected: Awaited<ReturnType<typeof affectedBy>>;
  announce(): void;
}

class Planned extends Error {
  readonly done: Done;

  constructor(done: Done) {
    super("planned");
    this.done = done;
  }
}

async function prepare(ctx: Context, changes: AssetChanges, dryRun: boolean): Promise<Work> {
  const given = await givenFiles(changes.files);
  const before = await readAssets(ctx, scopeOf(changes, given));
  assertStates(before, changes.based_on);
  const files = changedFiles(given, before);
  const removed = removedAssets(before, changes);
  await assertRights(ctx, { own: files.own, before, removed });
  const { problems, unused } = files;
  const values = new Map(files.bundled.map(({ path, value }) => [path, value]));
  for (const asset of movedObjects(files.bundled, before)) values.set(asset.path, asset.value);
  const parsed = await parseValues(values, problems);
  const bundle = { type: TYPES.assets, timestamp: undefined, ...parsed };
  const known = await knownNumbers(ctx, { ...changes.paths, ...pathsOf(files.bundled) });
  const options = { noun: "assets", overwrite: true, sparse: true, asEdit: true, secrets: NO_SECRETS, known } as const;
  const knownTypesOnly = !changes.allow_unknown_types;
  const prepared = await prepareImport(ctx, { bundle, problems, unused }, { ...options, knownTypesOnly, dryRun });
  for (const file of files.own) await about(file.path, () => file.asset.check?.(savingOf(ctx, file, before)));
  return { ctx, changes, before, files, prepared, removed };
}

/** Before anything looks at what the files refer to. The import asks for the rights of other kinds. */
async function assertRights(
  ctx: Context,
  { own, before, removed }: Pick<GivenFiles, "own"> & Pick<Work, "before" | "removed">,
): Promise<void> {
  for (const file of own) {
    const { create, change } = file.asset.calls;
    await about(file.path, () => assertAllowed(ctx, before.assets.has(assetKey(file)) ? change : create));
  }
  for (const { kind, path } of removed) {
    const remove = OWN_KINDS.find((each) => each.kind === kind)?.calls.remove;
    if (remove) await about(path, () => assertAllowed(ctx, remove));
  }
}

const scopeOf = (changes: AssetChanges, { bundled, own }: Pick<GivenFiles, "bundled" | "own">) => [
  ...bundled,
  ...own,
  ...changes.remove,
  ...changes.based_on,
];

const pathsOf = (files: readonly AssetFile[]) => Object.fromEntries(files.map(({ path, key }) => [path, key]));

function assertStates({ assets }: AssetState, basedOn: AssetChanges["based_on"]): void {
  const changed = basedOn.filter((one) => (assets.get(assetKey(one))?.state ?? null) !== one.state);
  if (changed.length === 0) return;
  const names = changed.map((one) => assets.get(assetKey(one))?.name ?? one.key);
  const text = t("Someone else changed these in the meantime: {names}", { names: names.join(", ") });
  throw typedError("GENERIC_COMMAND_ERROR", text, { status: 412, level: "warning", extra: { changed } });
}

function removedAssets({ assets }: AssetState, { remove }: AssetChanges): StoredAsset[] {
  return remove.flatMap((one) => assets.get(assetKey(one)) ?? []);
}

async function run(trx: Transaction<Tables>, work: Work): Promise<Done> {
  const { ctx, changes, prepared, removed } = work;
  const inside = joinTransaction(ctx.app, trx);
  const inner = { ...ctx, app: inside.app };
  await saveOwn(inner, work, EARLY);
  const imported = await importPrepared(trx, prepared);
  await saveOwn(inner, work, LATE);
  for (const kind of REMOVAL_ORDER)
    await forEachYielding(
      removed.filter((asset) => asset.kind === kind),
      (asset) => about(asset.path, () => removeAsset(inner, asset)),
    );
  const source = changes.managed_by;
  const managed = source === undefined ? [] : await markManaged(inner, source, managedPaths(work));
  const after = await readAssets(inner, scopeOf(changes, work.files));
  const stored = givenItems(work, after).flatMap(({ old }) => old ?? []);
  return {
    ...{ imported: imported.result, after, managed, affected: await affectedBy(inner, [...stored, ...removed]) },
    announce: () => {
      inside.announce();
      announce(imported.run);
    },
  };
}

const managedPaths = ({ changes, files }: Work) => ({ ...changes.paths, ...pathsOf(files.bundled) });

function savingOf(ctx: Context, file: GivenFiles["own"][number], { assets, references }: AssetState) {
  return { ctx, references, file: file.value, stored: assets.get(assetKey(file)) };
}

async function saveOwn(ctx: Context, { files, before }: Work, kinds: typeof EARLY): Promise<void> {
  for (const kind of kinds) {
    const own = files.own.filter(({ asset }) => asset === kind);
    if (own.length === 0) continue;
    const references = await readReferences(ctx.app);
    await forEachYielding(own, (file) =>
      about(file.path, () => kind.save({ ...savingOf(ctx, file, before), references })),
    );
  }
}

/** Objects go before those that they use. */
const REMOVAL_ORDER = [
  ...["report", "assertion", "rule", "dashboard", "chart", "saved_query", "dataset", "database", "theme"],
  ...["role", "css_template", "annotation_layer"],
];

async function removeAsset(ctx: Context, { kind, id }: StoredAsset): Promise<void> {
  const own = OWN_KINDS.find((each) => each.kind === kind);
  if (own) {
    await own.remove(ctx, id);
    return;
  }
  // Its file is gone, so it's no longer managed by one.
  if (kind in MANAGED_TABLES) await unmark(ctx, kind as ManagedNoun, id);
  if (kind === "database") await callOperation(ctx, "database.remove", { params: { id } });
  else await callOperation(ctx, `${kind}.removeMany`, { q: [id] });
}

/** Problems of other calls, with the file that they are about. */
async function about(path: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TesseraError)) throw error;
    const { body, message } = error;
    const problem = "message" in body && typeof body.message === "object" ? (body.message as Problems) : message;
    throw importError("assets", { [path]: problem });
  }
}

const givenItems = ({ files, before }: Work, after: AssetState) =>
  [...files.bundled, ...files.own].map((file) => ({ ...file, ...latest(file, before, after) }));

function planOf(work: Work, { imported, after, managed, affected }: Done): AssetPlan {
  const gone = work.removed.map((asset) => ({ ...asset, old: asset, now: undefined }));
  const items = [...givenItems(work, after), ...gone].map(({ path, kind, key, name, old, now }): PlannedAsset => {
    const fields = old && now ? fieldChanges(old.value, now.value) : [];
    const action = !now ? "delete" : !old ? "create" : fields.length > 0 ? "change" : "unchanged";
    return {
      ...{ path, kind, key, name, action },
      fields: fields.map(({ path: field, before: was, after: is }) => ({
        ...{ field: pathText(field), before: was ?? null, after: is ?? null },
      })),
      ...(old ? affected(old) : { owners: [], dashboards: [], failing: [] }),
      ...{ value: now?.value ?? null, state: now?.state ?? null },
    };
  });
  return { items, managed, unused: imported.unused, needs: imported.needs };
}

/** A dataset may stay under the UUID that it has here. */
function latest({ kind, key, value }: AssetFile, before: AssetState, after: AssetState) {
  const id = assetKey({ kind, key });
  const old = before.assets.get(id);
  const now = after.assets.get(id);
  if (old || now || kind !== "dataset") return { old, now };
  const same = [...after.assets.values()].find(
    (asset) => asset.kind === kind && PLACE.every((name) => (asset.value[name] ?? null) === (value[name] ?? null)),
  );
  return { old: same && before.assets.get(assetKey(same)), now: same };
}

function changedDatasets({ items }: AssetPlan, { after }: Done): number[] {
  const changed = items.filter(({ kind, action }) => kind === "dataset" && action === "change");
  return changed.flatMap((item) => after.assets.get(assetKey(item))?.id ?? []);
}

const PLACE = ["database_uuid", "catalog", "schema", "table_name"];
