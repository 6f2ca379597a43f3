import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import type { Dialect } from "../../query/dialect.ts";
import { parametersMissing, undefinedNames } from "../../query/templates/template-error.ts";
import { wallTime } from "../../server/clock.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { renderFor } from "../dataset/index.ts";
import { securityFor } from "../row-level-security/index.ts";

export interface TemplatePlace {
  databaseId: number;
  dialect: Dialect;
  catalog: string | null;
  schema: string | null;
  templateParams: string | null;
  urlParams: Readonly<Record<string, unknown>>;
}

export async function renderedSql({ app, user }: Actor, sql: string, place: TemplatePlace): Promise<string> {
  const params = paramsOf(place.templateParams);
  const rendered = await renderFor(
    {
      app,
      user,
      urlParams: place.urlParams,
      security: securityFor(app, RowGrant.ofSql(user)),
    },
    sql,
    {
      dataset: {
        databaseId: place.databaseId,
        columns: [],
        metrics: [],
        main_dttm_col: null,
        offset: 0,
        table_name: "",
        sql,
        catalog: place.catalog,
        schema: place.schema,
        template_params: place.templateParams,
      },
      dialect: place.dialect,
      now: wallTime(app.clock),
    },
  );
  const names = undefinedNames(rendered);
  if (names.length > 0) throw parametersMissing(names, params);
  return rendered;
}

function paramsOf(text: string | null): Record<string, unknown> {
  try {
    const value = text?.trim() ? readJson(text) : {};
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, like values that are not objects.
  }
  throw typedError("INVALID_TEMPLATE_PARAMS_ERROR", t("The template parameters are not a valid JSON object."));
}
