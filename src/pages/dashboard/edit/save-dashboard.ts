import { copy, type DashboardDetail, update } from "../../../api/dashboard/contract.ts";
import { addToObject, OBJECT_TYPES } from "../../../api/tag/contract.ts";
import type { DashboardDocument } from "../../../editor/dashboard-document.ts";
import { toSavePayload, UNTITLED } from "../../../editor/save.ts";
import { ancestorsOf } from "../../../model/layout-tree.ts";
import { call } from "../../../web/client.ts";
import { saveProblem, toApiError } from "../../../web/errors.ts";
import { saveAsking } from "../../../web/overwrite/overwrite.ts";
import { toast } from "../../../web/toasts.ts";

/** `behind`: somebody else has saved since, and what they saved was kept. */
export type SaveOutcome = "saved" | "behind" | "failed";

/**
 * Saves the document, which began as `detail` says. Asks before it undoes what others have saved since, says what went
 * wrong, and loses nothing.
 */
export async function saveDashboard(
  { id, changed_on }: Pick<DashboardDetail, "id" | "changed_on">,
  document: DashboardDocument,
): Promise<SaveOutcome> {
  const body = toSavePayload(document, ancestorsOf(document.layout));
  try {
    await saveAsking({ noun: "dashboard", id }, changed_on, (basedOn) =>
      call(update, { params: { id }, body }, { basedOn }),
    );
    await addNewTags(id, document);
    return "saved";
  } catch (cause) {
    const error = toApiError(cause);
    if (error.kind === "aborted") return "behind";
    toast.danger(saveProblem(error, "dashboard"));
    return "failed";
  }
}

/** The last part of a save, which has succeeded even when the tags are refused; says which it was. */
async function addNewTags(id: number, { properties }: DashboardDocument): Promise<void> {
  const tags = properties.tags.filter((tag) => tag.id === undefined).map(({ name }) => name);
  const params = { object_type: OBJECT_TYPES.dashboard, object_id: id };
  try {
    if (tags.length > 0) await call(addToObject, { params, body: { properties: { tags } } });
    toast.success("This dashboard was saved successfully.");
  } catch (cause) {
    toast.danger(`This dashboard was saved, but not its new tags: ${toApiError(cause).message}`);
  }
}

/** Saves the document as a new dashboard and gives its id. Undefined when that failed. */
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
      },
    });
    return result.id;
  } catch (cause) {
    toast.danger(saveProblem(toApiError(cause), "dashboard"));
    return undefined;
  }
}
