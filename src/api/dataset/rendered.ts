import type { Context } from "../../server/http/route.ts";
import { connectionOf } from "../database/index.ts";
import type { DatasetRecord } from "./record.ts";
import { withTrialSql } from "./templates.ts";

/**
 * The custom SQL of a dataset with its templates rendered for the caller, without values of any request: `rendered_sql`,
 * and `rendered_expression` of columns and metrics. Throws a 400 for a template that cannot be rendered.
 */
export async function renderedOf({ app, user }: Context, dataset: DatasetRecord) {
  const { connector } = await connectionOf(app, dataset.databaseId);
  const render = (text: string) =>
    withTrialSql({ app, user }, { text, dataset, dialect: connector.dialect }, async (sql) => sql);
  const rendered = <T extends { expression?: string | null | undefined }>(items: readonly T[]) =>
    Promise.all(
      items.map(async (item) =>
        item.expression ? { ...item, rendered_expression: await render(item.expression) } : item,
      ),
    );
  return {
    rendered_sql: dataset.sql?.trim() ? await render(dataset.sql) : "",
    columns: await rendered(dataset.columns),
    metrics: await rendered(dataset.metrics),
  };
}
