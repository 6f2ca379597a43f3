import { lazyComponent } from "../../ui/lazy-component.tsx";
import { useOverwrite } from "./overwrite.ts";

const OverwriteDialog = lazyComponent(async () => (await import("./OverwriteDialog.tsx")).OverwriteDialog);

export function OverwriteHost() {
  const question = useOverwrite((state) => state.question);
  return question ? <OverwriteDialog question={question} /> : null;
}
