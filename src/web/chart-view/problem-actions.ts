import type { FormData } from "../../model/form-data.ts";
import type { ApiError } from "../client/errors.ts";

export interface ActiveFilter {
  id: string;
  name: string;
  value: string;
  onRemove?(): void;
}

export interface ProblemActions {
  /** Of the failed query, to say which part of it failed. */
  formData?: FormData;
  activeFilters?: readonly ActiveFilter[];
  onClearFilters?(): void;
  onRetry?(): void;
  onSwapDataset?(): void;
  onEditChart?(): void;
  /** The chart can't be edited here. */
  isTile?: boolean;
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
