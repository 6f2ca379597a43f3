export const DEFAULT_LINK_DAYS = 30;
export const MAX_LINK_DAYS = 365;

export interface PublicLinkSettings {
  enabled: boolean;
  /** New links end after at most so many days. */
  max_days: number;
}
