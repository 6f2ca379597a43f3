import type { DashboardDetail } from "../../api/dashboard/contract.ts";
import { CUSTOM_TAG } from "../../api/tag/contract.ts";
import type { DashboardProperties, WrittenTag } from "../../model/dashboard.ts";
import { toApiError } from "../../web/client/errors.ts";
import { addNewTags } from "../../web/components/tags.ts";
import { toast } from "../../web/toasts/toasts.ts";

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

/** The last part of a save, which has succeeded even when its new tags are refused; says which it was. */
export async function saveNewTags(id: number, tags: readonly WrittenTag[], done: string): Promise<void> {
  try {
    await addNewTags({ noun: "dashboard", id }, tags);
    toast.success(done);
  } catch (cause) {
    toast.danger(`This dashboard was saved, but not its new tags: ${toApiError(cause).message}`);
  }
}
