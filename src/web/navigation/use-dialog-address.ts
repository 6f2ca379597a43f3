import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";

interface DialogAddress {
  /** Whether the dialog that makes a row is open. */
  isNew: boolean;
  /** The id of the row whose dialog is open; 0 for none. */
  edited: number;
  openNew(): void;
  openEdit(id: number): void;
  close(): void;
}

/**
 * Which dialog of a list's page is open, in the address of the page: `?new=1` (or another name) makes a row, `?edit=<id>`
 * changes one. For those who may not write none is.
 */
export function useDialogAddress(path: string, mayWrite: boolean, begin = "new"): DialogAddress {
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
    isNew: mayWrite && search.has(begin),
    edited: mayWrite ? Number(search.get("edit")) : 0,
    close: () =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        for (const name of [begin, "edit"]) after.delete(name);
        return after;
      }),
  };
}
