import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
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
  const [only = ""] = names;
  const title =
    names.length === 1
      ? t("Tag items with “{name}”", { name: only })
      : t("Tag items with {count, plural, one {# tag} other {# tags}}", { count: names.length });
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
      title={title}
      width={720}
      onClose={onClose}
      dirty={references.length > 0 && !isBusy}
      footerNote={ownershipNote()}
      primary={{
        label: t("Add tags"),
        disabled: references.length === 0,
        loading: isBusy,
        onClick: () => void submit(),
      }}
    >
      <div className={styles.fields}>
        {names.length > 1 ? <p className={styles.names}>{list(names, "commas")}</p> : null}
        <ObjectFields value={objects} onChange={setObjects} />
      </div>
    </Dialog>
  );
}
