import { Button } from "antd";
import { useState } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ChangesTable } from "../../../web/changes/ChangesTable.tsx";
import { ALTERED_PAGE_SIZE } from "../state/diff.ts";
import { useExplore, useStanding } from "../workbench/store-context.ts";
import { closeDialog } from "./dialogs.ts";
import styles from "./header.module.css";

/** What differs from the saved chart. */
export function ChangesDialog() {
  const { altered, isRenamed } = useStanding();
  const name = useExplore((state) => state.name);
  const savedName = useExplore((state) => state.savedName);
  const discard = useExplore((state) => state.discard);
  const [page, setPage] = useState(0);
  const changed = altered.map((row) => ({ key: row.name, ...row }));
  const rows = isRenamed
    ? [{ key: "slice_name", label: "Name", before: savedName || "N/A", after: name || "N/A" }, ...changed]
    : changed;
  const pages = Math.max(1, Math.ceil(rows.length / ALTERED_PAGE_SIZE));
  const shown = rows.slice(page * ALTERED_PAGE_SIZE, (page + 1) * ALTERED_PAGE_SIZE);
  return (
    <Dialog
      open
      title="Chart changes"
      width={720}
      onClose={closeDialog}
      cancelLabel="Close"
      primary={{
        label: "Discard changes",
        danger: true,
        disabled: rows.length === 0,
        onClick: () => {
          discard();
          closeDialog();
        },
      }}
    >
      {rows.length === 0 ? (
        <p>Nothing has changed.</p>
      ) : (
        <ChangesTable heads={["Control", "Before", "After"]} rows={shown} />
      )}
      {pages > 1 ? (
        <div className={styles.pager}>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            {page + 1} of {pages}
          </span>
          <Button size="small" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
