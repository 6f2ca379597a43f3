import type { WrittenTag } from "../../model/dashboard-properties.ts";
import { toApiError } from "../../web/client/errors.ts";
import { addNewTags } from "../../web/components/written-tags.ts";
import { toast } from "../../web/toasts/toasts.ts";

/** The last part of a save, which has succeeded even when its new tags are refused; says which it was. */
export async function saveNewTags(id: number, tags: readonly WrittenTag[], done: string): Promise<void> {
  try {
    await addNewTags({ noun: "dashboard", id }, tags);
    toast.success(done);
  } catch (cause) {
    toast.danger(`This dashboard was saved, but not its new tags: ${toApiError(cause).message}`);
  }
}
