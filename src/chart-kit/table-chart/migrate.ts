import type { FormData } from "../../model/form-data.ts";

/** Older tables have no query mode: only raw columns or groups. The other list can be stored, but empty. */
export function withQueryMode(formData: FormData): FormData {
  if (formData.query_mode) return formData;
  const isRaw = isFilled(formData.all_columns) && !isFilled(formData.groupby);
  return { ...formData, query_mode: isRaw ? "raw" : "aggregate" };
}

const isFilled = (list: unknown) => [list ?? []].flat().some((one) => one !== "" && one !== null);
