import type { Dataset } from "../../model/dataset.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { toApiError } from "../client/errors.ts";
import { FailurePopover } from "./ChartFailure.tsx";
import { shortened } from "./failure-text.ts";

interface QueryFailureProps {
  title: string;
  error: unknown;
  dataset?: Dataset | undefined;
  onRetry?(): void;
}

/** A query beside a chart that failed, such as samples or drill to detail, with its details behind See more. */
export function QueryFailure({ title, error, dataset, onRetry }: QueryFailureProps) {
  const failure = toApiError(error);
  return (
    <ErrorState
      compact
      title={title}
      text={shortened(failure.message)}
      onRetry={onRetry}
      actions={<FailurePopover error={failure} dataset={dataset} onRetry={onRetry} />}
    />
  );
}
