import { chartRules } from "../../server/rights/charts.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { bundleIds, idOfPath, type KnownNumbers } from "../bundle/index.ts";
import { type AssetState, bundledKind } from "./state.ts";

/** Files refer to charts, datasets and layers by numbers: those of this server, or of the server that exported them. */
export async function knownNumbers(
  { app, user }: Actor,
  { references }: AssetState,
  paths: Readonly<Record<string, string>>,
): Promise<KnownNumbers> {
  const layers = await app.db.selectFrom("annotation_layers").select(["id", "name"]).execute();
  const layerIds = new Map(layers.map(({ id, name }) => [name, id]));
  const charts = numbered("chart", { ids: references.idsOf("chart"), paths });
  const datasets = numbered("dataset", { ids: references.idsOf("dataset"), paths });
  const readableCharts = await allowedAmong(app.db, { table: "charts", rules: chartRules(user) }, [...charts.values()]);
  const readableDatasets = await allowedAmong(app.db, { table: "datasets", rules: datasetRules(user) }, [
    ...datasets.values(),
  ]);
  return {
    charts: among(charts, readableCharts),
    datasets: among(datasets, readableDatasets),
    layers: user.can("can_read", "Annotation")
      ? numbered("annotation_layer", { ids: layerIds, paths })
      : new Map<number, number>(),
  };
}

function among(numbers: ReadonlyMap<number, number>, allowed: ReadonlySet<number>): Map<number, number> {
  return new Map([...numbers].filter(([, id]) => allowed.has(id)));
}

interface Ids {
  /** By key. */
  ids: ReadonlyMap<string, number>;
  paths: Readonly<Record<string, string>>;
}

function numbered(kind: string, { ids, paths }: Ids): Map<number, number> {
  const own = [...bundleIds([...ids.keys()])].map(([key, number]) => [number, ids.get(key)] as const);
  const foreign = Object.entries(paths).map(([path, key]) => {
    const isKind = bundledKind(path) === kind || (kind === "annotation_layer" && path.startsWith("annotation_layers/"));
    return [isKind ? idOfPath(path) : undefined, ids.get(key)] as const;
  });
  const known = [...own, ...foreign].filter((pair): pair is [number, number] => pair.every((one) => one !== undefined));
  return new Map(known);
}
