import type { AdhocFilter, FilterScalar } from "../../model/adhoc.ts";
import { type LegacyForm, listOf } from "./legacy-type.ts";

interface ExtraFilter {
  col?: unknown;
  op?: unknown;
  val?: unknown;
}

/** Filters by these names are not about columns: they change the form's own time settings. */
const TIME_SETTINGS: Readonly<Record<string, string>> = {
  __time_range: "time_range",
  __time_col: "granularity_sqla",
  __time_grain: "time_grain_sqla",
};

/** The form after what older dashboards add to it (`extra_filters`), and older forms carry themselves (`filters`, `where`, `having`). */
export function withExtraFilters(form: LegacyForm): LegacyForm {
  const { extra_filters, filters, where, having, ...rest } = form;
  const asked = [extra_filters, filters].flatMap((list) => listOf<ExtraFilter>(list));
  const settings = asked.flatMap(({ col, val }) => {
    const name = TIME_SETTINGS[String(col)];
    return name && val ? [[name, val]] : [];
  });
  const columns = asked.filter(({ col }) => typeof col === "string" && !(col in TIME_SETTINGS)).map(adhocOf);
  const clauses = (
    [
      ["WHERE", where],
      ["HAVING", having],
    ] as const
  ).flatMap(([clause, sql]): AdhocFilter[] =>
    typeof sql === "string" && sql.trim() !== "" ? [{ clause, expressionType: "SQL", sqlExpression: sql }] : [],
  );
  return {
    ...rest,
    ...Object.fromEntries(settings),
    adhoc_filters: [...(form.adhoc_filters ?? []), ...columns, ...clauses],
  };
}

function adhocOf({ col, op, val }: ExtraFilter): AdhocFilter {
  return {
    clause: "WHERE",
    expressionType: "SIMPLE",
    subject: String(col),
    operator: String(op ?? "IN").toUpperCase(),
    comparator: val as FilterScalar | FilterScalar[],
  };
}
