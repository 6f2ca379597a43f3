import type { ApiError } from "../client/errors.ts";

export interface ActiveFilter {
  id: string;
  /** `Destination` */
  name: string;
  /** `KOA` */
  value: string;
  onRemove?(): void;
}

export interface ProblemActions {
  /** Filters that reach this chart, named when they leave no rows. */
  activeFilters?: readonly ActiveFilter[];
  onClearFilters?(): void;
  onRetry?(): void;
  /** Chooses another dataset in place of one that is gone. */
  onSwapDataset?(): void;
  /** Opens the chart where another dataset, or what it lacks, can be chosen. */
  onEditChart?(): void;
  /** The chart is shown where it cannot be changed: there are no controls beside it. */
  isTile?: boolean;
  /** Shown beside "Contact a chart owner". */
  owners?: readonly { id?: number | undefined; first_name: string; last_name: string }[];
}

/** Refusals that are not about rights to the data: the query can be mended, or the authorization given. */
const MENDABLE: readonly string[] = ["ADHOC_SUBQUERY_NOT_ALLOWED_ERROR", "OAUTH2_REDIRECT_ERROR"];

/** True when the error says that the user may not read the data. */
export function isAccessError(error: ApiError): boolean {
  if (error.errors.some((e) => MENDABLE.includes(e.error_type))) return false;
  return error.status === 403 || error.errors.some((e) => e.error_type.endsWith("_SECURITY_ACCESS_ERROR"));
}

/** True when the chart's dataset is gone. */
export function isMissingDataset(error: ApiError): boolean {
  return error.status === 404;
}

/** True when asking again cannot help. */
export const isBeyondRetry = (error: ApiError) => isAccessError(error) || isMissingDataset(error);
