import { Checkbox, Input } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { create } from "../../../api/dataset/contract.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client.ts";
import { type ApiError, toApiError } from "../../../web/errors.ts";
import { queryClient } from "../../../web/query.ts";
import { toast } from "../../../web/toasts.ts";
import { chosenNow } from "../editor/acts.ts";
import { useLab, useRun, useTab } from "../state/lab-context.ts";
import styles from "./dialogs.module.css";

/** Makes a dataset of the SQL, on which charts are built; `opensChart` goes on to the first. */
export function DatasetDialog({ opensChart, onClose }: { opensChart: boolean; onClose(): void }) {
  const lab = useLab();
  const tab = useTab();
  const run = useRun();
  const navigate = useNavigate();
  const [name, setName] = useState(tab.name);
  const [hasParams, setHasParams] = useState(tab.templateParams !== "");
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const sql = (opensChart && run ? run.sql : chosenNow(lab).sql).replace(/;\s*$/, "");
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const place = { database: tab.dbId ?? 0, catalog: tab.catalog, schema: tab.schema };
      const template_params = hasParams && tab.templateParams ? tab.templateParams : null;
      const { id } = await call(create, { body: { ...place, table_name: name.trim(), sql, template_params } });
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
      onClose();
      const explore = `/explore/?datasource_type=table&datasource_id=${id}`;
      if (opensChart) void navigate(explore);
      else
        toast.success(`Created: ${name.trim()}`, { action: { label: "New chart", run: () => void navigate(explore) } });
    } catch (caught) {
      setError(toApiError(caught));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={opensChart ? "Create chart" : "Save as dataset"}
      onClose={onClose}
      primary={{
        label: opensChart ? "Save and explore" : "Save dataset",
        disabled: name.trim() === "" || tab.dbId === null,
        loading: isBusy,
        onClick: () => void submit(),
      }}
    >
      {opensChart ? <p className={styles.text}>A chart stands on a dataset: this query is saved as one.</p> : null}
      <Field label="Dataset name" problem={error?.message}>
        {(id) => <Input id={id} value={name} maxLength={250} onChange={(event) => setName(event.target.value)} />}
      </Field>
      {tab.templateParams ? (
        <Checkbox checked={hasParams} onChange={(event) => setHasParams(event.target.checked)}>
          Include the template parameters
        </Checkbox>
      ) : null}
    </Dialog>
  );
}
