import { Input } from "antd";
import { useState } from "react";
import { create, type SaveQuery, update } from "../../../api/saved-query/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { call } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useLab, useTab } from "../state/lab-context.ts";
import styles from "./dialogs.module.css";

type SaveMode = "update" | "new";

export function SaveDialog({ onClose }: { onClose(): void }) {
  const lab = useLab();
  const tab = useTab();
  const [name, setName] = useState(tab.name);
  const [description, setDescription] = useState("");
  const [mode, setMode] = useState<SaveMode>(tab.savedQueryId === null ? "new" : "update");
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const body: SaveQuery = {
      label: name.trim(),
      sql: tab.sql,
      db_id: tab.dbId,
      catalog: tab.catalog,
      schema: tab.schema,
      template_parameters: tab.templateParams || null,
      ...(description.trim() === "" ? {} : { description: description.trim() }),
    };
    try {
      const id = await saveQuery(mode === "update" ? tab.savedQueryId : null, body);
      lab.markSaved(tab.key, { id, name: name.trim(), sql: tab.sql });
      void queryClient.invalidateQueries({ queryKey: ["saved-queries"] });
      toast.success(mode === "update" ? t("Your query was updated") : t("Your query was saved"));
      onClose();
    } catch (error) {
      toast.error(error, () =>
        mode === "update" ? t("Your query could not be updated") : t("Your query could not be saved"),
      );
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t("Save query")}
      onClose={onClose}
      primary={{ label: t("Save query"), disabled: name.trim() === "", loading: isBusy, onClick: () => void submit() }}
    >
      {tab.savedQueryId === null ? null : (
        <div className={styles.way}>
          <Segmented<SaveMode>
            label={t("How to save")}
            value={mode}
            onChange={setMode}
            options={[
              { value: "update", label: t("Update the saved query") },
              { value: "new", label: t("Save as new") },
            ]}
          />
        </div>
      )}
      <Field label={t("Name")}>
        {(id) => <Input id={id} value={name} maxLength={256} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label={t("Description")} aside={t("Optional")}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

async function saveQuery(id: number | null, body: SaveQuery): Promise<number> {
  if (id === null) return (await call(create, { body })).id;
  await call(update, { params: { id }, body });
  return id;
}
