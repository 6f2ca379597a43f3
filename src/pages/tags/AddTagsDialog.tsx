import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { addTags } from "../../web/components/tags.ts";
import { NO_OBJECTS, ObjectFields, ownershipNote, referencesOf } from "./ObjectFields.tsx";
import styles from "./tags.module.css";

interface Props {
  names: readonly string[];
  onClose(): void;
  onTagged(): void;
}

export function AddTagsDialog({ names, onClose, onTagged }: Props) {
  const [objects, setObjects] = useState(NO_OBJECTS);
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const references = referencesOf(objects);
  const submit = async () => {
    setBusy(true);
    const isDone = await addTags({ names, objects: references, nouns: "items" });
    setBusy(false);
    if (!isDone) return;
    for (const list of ["tags", "dashboards", "charts", "saved-queries"])
      void queries.invalidateQueries({ queryKey: [list] });
    onClose();
    onTagged();
  };
  return (
    <Dialog
      open
      title={names.length === 1 ? `Tag items with “${names[0]}”` : `Tag items with ${names.length} tags`}
      width={720}
      onClose={onClose}
      dirty={references.length > 0 && !isBusy}
      footerNote={ownershipNote()}
      primary={{
        label: "Add tags",
        disabled: references.length === 0,
        loading: isBusy,
        onClick: () => void submit(),
      }}
    >
      <div className={styles.fields}>
        {names.length > 1 ? <p className={styles.names}>{names.join(", ")}</p> : null}
        <ObjectFields value={objects} onChange={setObjects} />
      </div>
    </Dialog>
  );
}
