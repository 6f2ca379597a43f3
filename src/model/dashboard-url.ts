/** Slugs that are read as the id or uuid of another dashboard, or as a call, before they are looked up. */
const READ_OTHERWISE = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|_info|export|favorite_status)$/;

/** The address of a dashboard's page: by its slug, where that is read as one. */
export function dashboardUrl({ id, slug }: { id: number; slug?: string | null | undefined }): string {
  return `/superset/dashboard/${slug && !READ_OTHERWISE.test(slug) ? encodeURIComponent(slug) : id}/`;
}
