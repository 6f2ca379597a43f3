import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";

interface DialogAddress {
  isNew: boolean;
  /** ID of the edited row; 0 = none. */
  edited: number;
  openNew(): void;
  openEdit(id: number): void;
  close(): void;
}

/**
 * Keeps in the URL which dialog of a list page is open: `?new=1` (or another name) creates, `?edit=<id>` edits. Ignored
 * without write permission.
 */
export function useDialogAddress(path: string, canWrite: boolean, begin = "new"): DialogAddress {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const open = useMemo(
    () => ({
      openNew: () => void navigate(`${path}?${begin}=1`),
      openEdit: (id: number) => void navigate(`${path}?edit=${id}`),
    }),
    [navigate, path, begin],
  );
  return {
    ...open,
    isNew: canWrite && search.has(begin),
    edited: canWrite ? Number(search.get("edit")) : 0,
    close: () =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        for (const name of [begin, "edit"]) after.delete(name);
        return after;
      }),
  };
}
