import { copy, type DashboardDetail, update } from "../../../api/dashboard/contract.ts";
import type { DashboardDocument } from "../../../editor/dashboard-document.ts";
import { toSavePayload } from "../../../editor/save.ts";
import { saveNewTags } from "../../../features/dashboard-properties/properties.ts";
import { saveWithConfirm } from "../../../features/overwrite/overwrite.ts";
import { t } from "../../../i18n/translate.ts";
import { toPropertiesPayload, UNTITLED } from "../../../model/dashboard.ts";
import { ancestorsOf } from "../../../model/layout-tree.ts";
import { call } from "../../../web/client/client.ts";
import { saveProblem, toApiError } from "../../../web/client/errors.ts";
import { isAdmin, useSession } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";

/** `conflict`: another user saved in the meantime, and their version was kept. */
export type SaveOutcome = "saved" | "conflict" | "failed";

export async function saveDashboard(
  { id, changed_on }: Pick<DashboardDetail, "id" | "changed_on">,
  document: DashboardDocument,
): Promise<SaveOutcome> {
  const body = toSavePayload(document, ancestorsOf(document.layout));
  try {
    await saveWithConfirm({ noun: "dashboard", id }, changed_on, (basedOn) =>
      call(update, { params: { id }, body }, { basedOn }),
    );
    await saveNewTags(id, document.properties.tags, t("This dashboard was saved successfully."));
    return "saved";
  } catch (cause) {
    const error = toApiError(cause);
    if (error.kind === "aborted") return "conflict";
    toast.danger(saveProblem(error, "dashboard"));
    return "failed";
  }
}

export async function copyDashboard(
  id: number,
  document: DashboardDocument,
  options: { title: string; duplicateCharts: boolean },
): Promise<number | undefined> {
  const payload = toSavePayload(document, ancestorsOf(document.layout));
  try {
    const { result } = await call(copy, {
      params: { id: String(id) },
      body: {
        dashboard_title: options.title.trim() || UNTITLED,
        css: payload.css,
        duplicate_slices: options.duplicateCharts,
        json_metadata: payload.json_metadata,
        ...copiedProperties(document),
      },
    });
    await saveNewTags(result.id, document.properties.tags, t("This dashboard was saved successfully."));
    return result.id;
  } catch (cause) {
    toast.danger(saveProblem(toApiError(cause), "dashboard"));
    return undefined;
  }
}

function copiedProperties({ properties }: DashboardDocument) {
  const { owners, roles, tags, theme_id } = toPropertiesPayload(properties);
  const session = useSession.getState();
  const self = session.kind === "signed-in" ? session.user.userId : undefined;
  const canShare = self !== undefined && (isAdmin() || owners.includes(self));
  return { ...(canShare ? { owners: [...new Set([self, ...owners])], roles } : {}), tags, theme_id };
}
