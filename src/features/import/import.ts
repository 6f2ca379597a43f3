import { create } from "zustand";
import { can } from "../../web/session/session.ts";

export const useImporting = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export const openImport = () => useImporting.setState({ isOpen: true });
export const closeImport = () => useImporting.setState({ isOpen: false });

const VIEWS = ["Dashboard", "Chart", "Dataset", "Database", "SavedQuery", "Theme"] as const;

/** Whether the user may import bundles of some kind. */
export const canImport = () => VIEWS.some((view) => can("can_write", view));
