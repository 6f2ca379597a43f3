import { useEffect, useMemo, useState } from "react";
import type { ChartType } from "../../chart-seam/chart-type.ts";
import { chartCard, loadedTypedForm, loadTypedForm } from "../../chart-types/index.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import { type ApiError, toApiError } from "../client/errors.ts";
import { tableInstead } from "./table-instead.ts";

/** A chart's form as it is drawn, and the type that draws it. */
export interface TypedChart {
  /** Undefined while it is loaded, and when there is none. */
  type?: ChartType;
  formData: FormData;
  /** The key of a type that is not here: its data is shown as a table, when the form names any. */
  unknown?: string;
  error?: ApiError;
}

/**
 * The form as today's chart type has it, once the code of that type is here; at once when it already is. A change of
 * `attempt` loads again what failed to load.
 */
export function useTypedForm(formData: FormData, dataset: Dataset | undefined, attempt: number): TypedChart {
  const unknown = chartCard(formData.viz_type) ? undefined : formData.viz_type;
  const shown = useMemo(
    () => (unknown === undefined ? formData : tableInstead(formData, dataset)),
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
