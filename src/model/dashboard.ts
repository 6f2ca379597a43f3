import type { Message } from "../i18n/message.ts";
import { msg, t } from "../i18n/translate.ts";

export interface DashboardProperties {
  dashboard_title: string;
  slug: string | null;
  css: string | null;
  certified_by: string | null;
  certification_details: string | null;
  published: boolean;
  owners: readonly { id: number; first_name?: string; last_name?: string }[];
  roles: readonly { id: number; name: string }[];
  tags: readonly WrittenTag[];
  /** `json_data`: JSON of design tokens; missing in drafts of earlier versions, which keep the stored one. */
  theme?: { id: number; theme_name: string; json_data: string } | null;
}

export interface WrittenTag {
  id?: number;
  name: string;
}

export const UNTITLED = "[ untitled dashboard ]";

export interface PropertiesPayload {
  dashboard_title: string;
  slug: string | null;
  css: string | null;
  certified_by: string | null;
  certification_details: string | null;
  published: boolean;
  owners: number[];
  roles: number[];
  tags: number[];
  theme_id?: number | null;
}

export function toPropertiesPayload(properties: DashboardProperties): PropertiesPayload {
  const certifiedBy = properties.certified_by?.trim() || null;
  return {
    dashboard_title: properties.dashboard_title.trim() || UNTITLED,
    slug: properties.slug?.trim() || null,
    css: properties.css || null,
    certified_by: certifiedBy,
    certification_details: certifiedBy ? properties.certification_details?.trim() || null : null,
    published: properties.published,
    owners: properties.owners.map((owner) => owner.id),
    roles: properties.roles.map((role) => role.id),
    tags: properties.tags.flatMap(({ id }) => id ?? []),
    ...(properties.theme === undefined ? {} : { theme_id: properties.theme?.id ?? null }),
  };
}

const AMBIGUOUS_SLUG = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|_info|export|favorite_status)$/;

/** Uses the slug unless it would be read as something else. */
export function dashboardUrl({ id, slug }: { id: number; slug?: string | null | undefined }): string {
  return `/superset/dashboard/${slug && !AMBIGUOUS_SLUG.test(slug) ? encodeURIComponent(slug) : id}/`;
}

export const INTERVALS: readonly (readonly [number, Message])[] = [
  [0, msg("Don't refresh")],
  [10, msg("10 seconds")],
  [30, msg("30 seconds")],
  [60, msg("1 minute")],
  [300, msg("5 minutes")],
  [1800, msg("30 minutes")],
  [3600, msg("1 hour")],
  [21600, msg("6 hours")],
  [43200, msg("12 hours")],
  [86400, msg("24 hours")],
];

const OFFERED = new Set(INTERVALS.map(([seconds]) => seconds));

export function intervalText(seconds: number): string {
  if (OFFERED.has(seconds) && seconds >= 3600)
    return t("every {hours, plural, one {hour} other {# hours}}", { hours: seconds / 3600 });
  if (OFFERED.has(seconds) && seconds >= 60)
    return t("every {minutes, plural, one {minute} other {# minutes}}", { minutes: seconds / 60 });
  return t("every {seconds, plural, one {second} other {# seconds}}", { seconds });
}
