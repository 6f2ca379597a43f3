import { create } from "zustand";

export type ExploreDialog =
  | "save"
  | "save-as"
  | "changes"
  | "properties"
  | "query"
  | "dashboards"
  | "versions"
  | "delete"
  | "share"
  | "embed";

interface DialogState {
  open: ExploreDialog | undefined;
}

export const useDialogs = create<DialogState>(() => ({ open: undefined }));

export function openDialog(open: ExploreDialog): void {
  useDialogs.setState({ open });
}

export function closeDialog(): void {
  useDialogs.setState({ open: undefined });
}
