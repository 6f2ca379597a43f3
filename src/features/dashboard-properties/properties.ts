import type { DashboardDetail } from "../../api/dashboard/contract.ts";
import { CUSTOM_TAG } from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { DashboardProperties, WrittenTag } from "../../model/dashboard.ts";
import { toApiError } from "../../web/client/errors.ts";
import { addNewTags } from "../../web/components/tags.ts";
import { toast } from "../../web/toasts/toasts.ts";

/** Leaves out tags that the product manages, such as `owner:1`. */
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

/** The dashboard is saved already, so rejected tags are reported without failing the save. */
export async function saveNewTags(id: number, tags: readonly WrittenTag[], successText: string): Promise<void> {
  try {
    await addNewTags({ noun: "dashboard", id }, tags);
    toast.success(successText);
  } catch (cause) {
    toast.danger(
      t("The dashboard was saved, but its new tags weren't: {message}", { message: toApiError(cause).message }),
    );
  }
}
