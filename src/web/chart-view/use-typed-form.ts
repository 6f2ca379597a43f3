import { useEffect, useMemo, useState } from "react";
import type { ChartType } from "../../chart-seam/chart-type.ts";
import { chartCard, loadedTypedForm, loadTypedForm } from "../../chart-types/index.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import { type ApiError, toApiError } from "../client/errors.ts";
import { tableFallback } from "./table-fallback.ts";

export interface TypedChart {
  type?: ChartType;
  formData: FormData;
  /** Key of an unknown type, whose data is shown as a table if possible. */
  unknown?: string;
  error?: ApiError;
}

/** Returns immediately if the code of the type is loaded. A change of `attempt` retries loading. */
export function useTypedForm(formData: FormData, dataset: Dataset | undefined, attempt: number): TypedChart {
  const unknown = chartCard(formData.viz_type) ? undefined : formData.viz_type;
  const shown = useMemo(
    () => (unknown === undefined ? formData : tableFallback(formData, dataset)),
    [unknown, formData, dataset],
  );
  const [round, setRound] = useState(0);
  const [error, setError] = useState<ApiError>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round ends when more has been loaded
  const typed = useMemo(() => shown && loadedTypedForm(shown), [shown, round]);
  const isMissing = shown !== undefined && !typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    const done = () => isOver || setRound((old) => old + 1);
    loadTypedForm(shown).then(done, (cause: unknown) => isOver || setError(toApiError(cause)));
    return () => {
      isOver = true;
    };
  }, [isMissing, shown, attempt]);
  return { type: typed?.type, formData: typed?.formData ?? formData, unknown, error: typed ? undefined : error };
}
