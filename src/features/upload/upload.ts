import { useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { lazy } from "../../ui/lazy.ts";
import { can } from "../../web/session/session.ts";

const DATA = lazy(() => import("./upload-data.ts"));

interface UploadState {
  isOpen: boolean;
  file: File | undefined;
}

export const useUpload = create<UploadState>(() => ({ isOpen: false, file: undefined }));

export const openUpload = (file?: File) => useUpload.setState({ isOpen: true, file });
export const closeUpload = () => useUpload.setState({ isOpen: false, file: undefined });

export const CONNECT_PATH = "/databaseview/list/?connect=1";

export const canUpload = () => can("can_upload", "Database");

/** True if no database allows uploads and the user can't change that. Only loaded once `isRequested`. */
export function useUploadClosed(isRequested: boolean): boolean {
  const { data } = useQuery({
    queryKey: ["upload", "closed"],
    enabled: isRequested && canUpload() && !can("can_write", "Database"),
    queryFn: async ({ signal }) => (await (await DATA.load()).uploadDatabases(signal)).length === 0,
  });
  return data ?? false;
}
