import { chartCard } from "../../chart-types/index.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { changedBy } from "../../server/store/stamp.ts";
import { setTags } from "../../server/store/tags.ts";
import { findChartByUuid, insertChart, updateChart } from "../chart/index.ts";
import { ChartFile } from "./files.ts";
import { linkedDataset } from "./import-dataset.ts";
import { notUsed, planned, unusedInChart, written } from "./import-plan.ts";
import { addOwner, assertCanImport, beforeReplaced, type Import, importError, isReplaced } from "./import-run.ts";
import { objectOf } from "./json-values.ts";
import { unknownKeys } from "./marks.ts";
import { chartValues } from "./values.ts";

export async function importChart(run: Import, path: string, file: ChartFile): Promise<void> {
  const { db, stamp, options, charts } = run;
  const existing = await findChartByUuid(db, file.uuid);
  if (existing) charts.set(file.uuid, { id: existing.id, name: existing.slice_name, isWritten: false });
  await planned(run, "chart", { path, name: file.slice_name, uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "chart", file.uuid)) return;
  await assertCanImport(run, "chart", { path, existing: existing?.id });
  const dataset = file.dataset_uuid ? await linkedDataset(run, file.dataset_uuid) : undefined;
  if (file.dataset_uuid && !dataset) {
    throw importError(options.noun, { [path]: { dataset_uuid: [t("Dataset does not exist")] } });
  }
  const values = await chartValues(file, dataset);
  const vizType = values.viz_type ?? "";
  assertKnownType(run, path, { vizType, stored: existing?.viz_type });
  for (const text of unusedInChart(vizType, objectOf(values.params))) notUsed(run, path, text);
  if (existing) {
    await beforeReplaced(run, { noun: "chart", id: existing.id }, existing);
    await updateChart(db, existing.id, { ...values, ...changedBy(stamp) });
  }
  const id = existing?.id ?? (await insertChart(db, { ...values, uuid: file.uuid }, stamp));
  charts.set(file.uuid, { id, name: file.slice_name, isWritten: true });
  await addOwner(run, "chart", { id, existing });
  await setFileTags(run, { type: "chart", id }, { path, names: file.tags });
  written(run, path, { object: { noun: "chart", id }, uuid: file.uuid, extra: unknownKeys(file, ChartFile) });
}

/** A chart that already has an unknown type may keep it. */
function assertKnownType(
  { options }: Import,
  path: string,
  { vizType, stored }: { vizType: string; stored: string | null | undefined },
): void {
  if (!options.knownTypesOnly || chartCard(vizType) || stored === vizType) return;
  throw importError(options.noun, { [path]: { viz_type: [t("Chart type “{key}” doesn't exist.", { key: vizType })] } });
}

export async function setFileTags(
  run: Import,
  object: { type: "chart" | "dashboard"; id: number },
  { path, names }: { path: string; names: readonly string[] | null | undefined },
): Promise<void> {
  if (!names) return;
  const { db, tags } = run;
  const missing = names.filter((name) => !tags.has(name));
  if (missing.length > 0)
    notUsed(
      run,
      path,
      t("You don't have permission to create these tags: {missing}", { missing: list(missing, "commas") }),
    );
  await setTags(
    db,
    object,
    names.flatMap((name) => tags.get(name) ?? []),
  );
}
