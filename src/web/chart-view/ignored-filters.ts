import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { AdhocFilter } from "../../model/adhoc.ts";
import type { FormData } from "../../model/form-data.ts";
import type { ChartDataResult } from "../../model/query-context.ts";

/** Of the chart's own filters those that the server left out, as the dataset has no such column. */
export function ignoredFilters(formData: FormData, results: readonly ChartDataResult[] = []): string | undefined {
  const rejected = results.flatMap((result) => result.rejected_filters ?? []).map(({ column }) => column);
  if (rejected.length === 0) return undefined;
  const names = [...ownSubjects(formData)].filter((name) => rejected.includes(name));
  if (names.length === 0) return undefined;
  return t(
    "{count, plural, one {The filter on {names} is ignored: the dataset has no such column.} other {The filters on {names} are ignored: the dataset has no such columns.}}",
    { count: names.length, names: list(names) },
  );
}

function ownSubjects(formData: FormData): Set<string> {
  const filters = Object.entries(formData).flatMap(([name, value]) =>
    name.startsWith("adhoc_filters") && Array.isArray(value) ? value : [],
  );
  const subjects = filters.map((filter) => AdhocFilter.safeParse(filter).data?.subject);
  return new Set(subjects.filter((subject): subject is string => Boolean(subject)));
}
