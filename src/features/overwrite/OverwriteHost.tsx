import { onDemand } from "../../ui/on-demand.tsx";
import { useOverwrite } from "./overwrite.ts";

const OverwriteDialog = onDemand(async () => (await import("./OverwriteDialog.tsx")).OverwriteDialog);

/** Shows the question of a save that would undo somebody else's. */
export function OverwriteHost() {
  const question = useOverwrite((state) => state.question);
  return question ? <OverwriteDialog question={question} /> : null;
}
