import type { DashboardDetail } from "../../api/dashboard/contract.ts";
import { CUSTOM_TAG } from "../../api/tag/contract.ts";
import type { DashboardProperties } from "../../model/dashboard-properties.ts";

/** The properties of a dashboard as the server tells them; tags that the product keeps itself are not among them. */
export function propertiesOf(detail: DashboardDetail): DashboardProperties {
  return {
    dashboard_title: detail.dashboard_title,
    slug: detail.slug,
    css: detail.css,
    certified_by: detail.certified_by,
    certification_details: detail.certification_details,
    published: detail.published,
    owners: detail.owners.map(({ id = 0, first_name, last_name }) => ({ id, first_name, last_name })),
    roles: detail.roles.map(({ id, name }) => ({ id, name })),
    tags: (detail.custom_tags ?? detail.tags.filter(({ type }) => type == null || type === CUSTOM_TAG)).map(
      ({ id, name }) => ({ id, name }),
    ),
    theme: detail.theme ?? null,
  };
}
