import { createMany, type ObjectType } from "../../api/tag/contract.ts";
import { call } from "../client/client.ts";
import { toast } from "../toasts/toasts.ts";

interface Tagging {
  names: readonly string[];
  objects: readonly (readonly [ObjectType, number])[];
  /** Many of the objects: "dashboards". */
  nouns: string;
}

/** Gives tags to objects; those that may not be edited are skipped and counted. True unless it failed, which is said. */
export async function giveTags({ names, objects, nouns }: Tagging): Promise<boolean> {
  const objects_to_tag = objects.map(([type, id]): [string, number] => [type, id]);
  try {
    const { result } = await call(createMany, { body: { tags: names.map((name) => ({ name, objects_to_tag })) } });
    const count = (references: readonly (readonly [unknown, unknown])[]) => new Set(references.map(String)).size;
    const skipped = count(result.objects_skipped);
    const tagged = count(result.objects_tagged);
    if (skipped > 0) {
      toast.warning(
        `${skipped} items could not be tagged because you don’t have edit permissions to all selected objects.`,
      );
    }
    if (tagged > 0) toast.success(`Tagged ${tagged} ${nouns}`);
    return true;
  } catch (error) {
    toast.error(error, () => "Failed to tag items");
    return false;
  }
}
