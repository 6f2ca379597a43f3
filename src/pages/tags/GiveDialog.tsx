import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { addTags } from "../../web/components/tags.ts";
import { NO_OBJECTS, ObjectFields, referencesOf, whoseObjects } from "./ObjectFields.tsx";
import styles from "./tags.module.css";

interface Props {
  names: readonly string[];
  onClose(): void;
  onGiven(): void;
}

/** Gives several tags to several objects, which keep those that they have. */
export function GiveDialog({ names, onClose, onGiven }: Props) {
  const [objects, setObjects] = useState(NO_OBJECTS);
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const references = referencesOf(objects);
  const give = async () => {
    setBusy(true);
    const isDone = await addTags({ names, objects: references, nouns: "objects" });
    setBusy(false);
    if (!isDone) return;
    for (const list of ["tags", "dashboards", "charts", "saved-queries"])
      void queries.invalidateQueries({ queryKey: [list] });
    onClose();
    onGiven();
  };
  return (
    <Dialog
      open
      title={names.length === 1 ? `Give “${names[0]}” to objects` : `Give ${names.length} tags to objects`}
      width={720}
      onClose={onClose}
      dirty={references.length > 0 && !isBusy}
      footerNote={whoseObjects()}
      primary={{
        label: "Give tags",
        disabled: references.length === 0,
        loading: isBusy,
        onClick: () => void give(),
      }}
    >
      <div className={styles.fields}>
        {names.length > 1 ? <p className={styles.names}>{names.join(", ")}</p> : null}
        <ObjectFields value={objects} onChange={setObjects} />
      </div>
    </Dialog>
  );
}
