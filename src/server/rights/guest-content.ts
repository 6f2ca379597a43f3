import { type Kysely, type SqlBool, sql } from "kysely";
import { nativeIdsOf } from "../../model/annotation-layer.ts";
import { readJson } from "../../model/json-text.ts";
import { COMPOSITE_TYPES, partIds } from "../../model/part-charts.ts";
import type { Tables } from "../store/tables.ts";
import type { User } from "../user.ts";
import { openDashboardRules } from "./dashboards.ts";
import type { Condition } from "./rule.ts";
import { anyOf } from "./rule.ts";

/**
 * Conditions on installation-wide items for guests, who see only what their token's dashboards use. Undefined for other
 * users, whose permissions decide.
 */

export function visibleThemes(user: User): Condition | undefined {
  if (!user.guest) return undefined;
  return sql<SqlBool>`themes.id in (select dashboards.theme_id from dashboards where ${openableBy(user)})`;
}

export function visibleCssTemplates(user: User): Condition | undefined {
  return user.guest && sql<SqlBool>`(1 = 0)`;
}

export async function visibleAnnotationLayers(db: Kysely<Tables>, user: User): Promise<Condition | undefined> {
  const ids = await annotationLayersOfGuest(db, user);
  if (!ids) return undefined;
  return ids.size === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`annotation_layers.id in (${sql.join([...ids])})`;
}

export async function annotationLayersOfGuest(
  db: Kysely<Tables>,
  user: User,
): Promise<ReadonlySet<number> | undefined> {
  if (!user.guest) return undefined;
  const isShown = sql<SqlBool>`exists (select 1 from dashboard_charts
    join dashboards on dashboards.id = dashboard_charts.dashboard_id
    where dashboard_charts.chart_id = charts.id and ${openableBy(user)})`;
  const charts = await db.selectFrom("charts").select(["viz_type", "params"]).where(isShown).execute();
  const forms = charts.map(({ viz_type, params }) => ({ form: objectOf(params), viz_type: viz_type ?? "" }));
  const composites = forms.filter(({ viz_type }) => COMPOSITE_TYPES.includes(viz_type)).map(({ form }) => form);
  const partForms = await formsOf(db, composites.flatMap(partIds));
  const all = [...forms.map(({ form }) => form), ...partForms, ...composites.flatMap(ownPartForms)];
  return new Set(all.flatMap((form) => nativeIdsOf(form.annotation_layers)));
}

type Form = Readonly<Record<string, unknown>>;

const openableBy = (user: User): Condition => anyOf(openDashboardRules(user)) ?? sql<SqlBool>`(1 = 1)`;

async function formsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Form[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("charts")
    .select("params")
    .where("id", "in", [...new Set(ids)])
    .execute();
  return rows.map(({ params }) => objectOf(params));
}

function ownPartForms({ selected_chart }: Form): Form[] {
  const part = objectOf(selected_chart);
  return [part, objectOf(part.params)];
}

function objectOf(value: unknown): Form {
  const object = typeof value === "string" ? parseOrUndefined(value) : value;
  return typeof object === "object" && object !== null ? (object as Form) : {};
}

function parseOrUndefined(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
