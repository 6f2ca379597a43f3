import type { ApiError } from "../client/errors.ts";

export interface ActiveFilter {
  id: string;
  /** Such as `Destination`. */
  name: string;
  /** Such as `KOA`. */
  value: string;
  onRemove?(): void;
}

export interface ProblemActions {
  /** Filters that apply to this chart, listed if no rows match. */
  activeFilters?: readonly ActiveFilter[];
  onClearFilters?(): void;
  onRetry?(): void;
  /** Replaces a missing dataset. */
  onSwapDataset?(): void;
  /** Opens the chart for editing. */
  onEditChart?(): void;
  /** The chart can't be edited here. */
  isTile?: boolean;
  /** Shown next to "Contact a Chart Owner". */
  owners?: readonly { id?: number | undefined; first_name: string; last_name: string }[];
}

/** Errors with status 403 that aren't about data access: the query can be fixed, or authorization given. */
const FIXABLE: readonly string[] = ["ADHOC_SUBQUERY_NOT_ALLOWED_ERROR", "OAUTH2_REDIRECT_ERROR"];

export function isAccessError(error: ApiError): boolean {
  if (error.errors.some((e) => FIXABLE.includes(e.error_type))) return false;
  return error.status === 403 || error.errors.some((e) => e.error_type.endsWith("_SECURITY_ACCESS_ERROR"));
}

export function isMissingDataset(error: ApiError): boolean {
  return error.status === 404;
}

export const isBeyondRetry = (error: ApiError) => isAccessError(error) || isMissingDataset(error);
