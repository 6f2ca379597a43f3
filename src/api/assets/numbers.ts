import { type SqlBool, sql } from "kysely";
import { chartRules } from "../../server/rights/charts.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { anyOfInList } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { bundleIds, idOfPath, type KnownNumbers } from "../bundle/index.ts";
import { bundledKind } from "./state.ts";

type Paths = Readonly<Record<string, string>>;

/**
 * Files refer to charts, datasets and layers by numbers: those of this server, or of the server that exported them. Only
 * of what the caller can see.
 */
export async function knownNumbers(actor: Actor, paths: Paths): Promise<KnownNumbers> {
  const { app, user } = actor;
  const layers = user.can("can_read", "Annotation")
    ? await app.db.selectFrom("annotation_layers").select(["id", "name as key"]).execute()
    : [];
  return {
    charts: numbered("chart", await visible(actor, "charts"), paths),
    datasets: numbered("dataset", await visible(actor, "datasets"), paths),
    layers: numbered("annotation_layer", layers, paths),
  };
}

interface Keyed {
  id: number;
  key: string;
}

async function visible({ app, user }: Actor, table: "charts" | "datasets"): Promise<Keyed[]> {
  const rules = table === "charts" ? chartRules(user) : datasetRules(user);
  const condition = anyOfInList(table, rules) ?? sql<SqlBool>`(1 = 1)`;
  const { rows } = await sql<Keyed>`select id, uuid as key from ${sql.table(table)} where ${condition}`.execute(app.db);
  return rows;
}

function numbered(kind: string, rows: readonly Keyed[], paths: Paths): Map<number, number> {
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  const own = [...bundleIds([...ids.keys()])].map(([key, number]) => [number, ids.get(key)] as const);
  const foreign = Object.entries(paths).map(([path, key]) => {
    const isKind = bundledKind(path) === kind || (kind === "annotation_layer" && path.startsWith("annotation_layers/"));
    return [isKind ? idOfPath(path) : undefined, ids.get(key)] as const;
  });
  const known = [...own, ...foreign].filter((pair): pair is [number, number] => pair.every((one) => one !== undefined));
  return new Map(known);
}
