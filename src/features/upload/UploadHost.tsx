import { onDemand } from "../../ui/on-demand.tsx";
import { useUpload } from "./upload.ts";

const UploadDialog = onDemand(async () => (await import("./UploadDialog.tsx")).UploadDialog);

export function UploadHost() {
  return useUpload((state) => state.isOpen) ? <UploadDialog /> : null;
}
