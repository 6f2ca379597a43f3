import { lazyComponent } from "../../ui/lazy-component.tsx";
import { useUpload } from "./upload.ts";

const UploadDialog = lazyComponent(async () => (await import("./UploadDialog.tsx")).UploadDialog);

export function UploadHost() {
  return useUpload((state) => state.isOpen) ? <UploadDialog /> : null;
}
