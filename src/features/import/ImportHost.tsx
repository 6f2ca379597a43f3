import { closeImport, useImporting } from "./import.ts";
import { ListImport } from "./ListImport.tsx";

export function ImportHost() {
  return useImporting((state) => state.isOpen) ? <ListImport onClose={closeImport} /> : null;
}
