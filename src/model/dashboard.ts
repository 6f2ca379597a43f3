/** What a dashboard is called, who may see and change it, and what it is found by: all but its layout and metadata. */
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
  /** `json_data`: JSON text of design tokens. Drafts kept by earlier versions have none, and leave what is stored. */
  theme?: { id: number; theme_name: string; json_data: string } | null;
}

/** A tag that people gave. New ones have no id before they are saved. */
export interface WrittenTag {
  id?: number;
  name: string;
}

/** Slugs that are read as the id or uuid of another dashboard, or as a call, before they are looked up. */
const READ_OTHERWISE = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|_info|export|favorite_status)$/;

/** The address of a dashboard's page: by its slug, where that is read as one. */
export function dashboardUrl({ id, slug }: { id: number; slug?: string | null | undefined }): string {
  return `/superset/dashboard/${slug && !READ_OTHERWISE.test(slug) ? encodeURIComponent(slug) : id}/`;
}

/** Seconds after which a dashboard may ask again, as they are offered; 0: not at all. */
export const INTERVALS: readonly (readonly [number, string])[] = [
  [0, "Don't refresh"],
  [10, "10 seconds"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [300, "5 minutes"],
  [1800, "30 minutes"],
  [3600, "1 hour"],
  [21600, "6 hours"],
  [43200, "12 hours"],
  [86400, "24 hours"],
];

/** "every 30 seconds", "every hour", whether offered or chosen freely. */
export function intervalText(seconds: number): string {
  const offered = INTERVALS.find(([value]) => value === seconds)?.[1] ?? `${seconds.toLocaleString("en-US")} seconds`;
  return `every ${offered.replace(/^1 (\w+?)s?$/, "$1")}`;
}
