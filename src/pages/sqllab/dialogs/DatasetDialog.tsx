import { Checkbox, Input } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { create, update } from "../../../api/dataset/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { call } from "../../../web/client/client.ts";
import { type ApiError, toApiError } from "../../../web/client/errors.ts";
import { queryClient } from "../../../web/client/query.ts";
import { can } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { currentTarget } from "../editor/actions.ts";
import { useLab, useTab } from "../state/lab-context.ts";
import { DatasetChoice, type OwnDataset } from "./DatasetChoice.tsx";
import styles from "./dialogs.module.css";

const Impact = lazyComponent(async () => (await import("../../../web/components/Impact.tsx")).Impact);

type SaveMode = "new" | "overwrite";

export function DatasetDialog({ onClose }: { onClose(): void }) {
  const tab = useTab();
  const navigate = useNavigate();
  const [mode, setMode] = useState<SaveMode>("new");
  const [name, setName] = useState(tab.name);
  const [target, setTarget] = useState<OwnDataset>();
  const [hasParams, setHasParams] = useState(tab.templateParams !== "");
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const save = useSaveDataset(hasParams);
  const isOverwrite = mode === "overwrite";
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const saved = await save(isOverwrite ? target : undefined, name.trim());
      onClose();
      const explore = `/explore/?datasource_type=table&datasource_id=${saved.id}`;
      toast.success(saved.text, { action: { label: t("New chart"), run: () => void navigate(explore) } });
    } catch (caught) {
      setError(toApiError(caught));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t("Save as dataset")}
      onClose={onClose}
      primary={{
        label: isOverwrite ? t("Overwrite dataset") : t("Save dataset"),
        danger: isOverwrite,
        disabled: tab.dbId === null || (isOverwrite ? target === undefined : name.trim() === ""),
        loading: isBusy,
        onClick: () => void submit(),
      }}
    >
      <div className={styles.way}>
        <Segmented<SaveMode>
          label={t("How to save")}
          value={mode}
          onChange={setMode}
          options={[
            { value: "new", label: t("Save as new") },
            { value: "overwrite", label: t("Overwrite existing") },
          ]}
        />
      </div>
      {isOverwrite ? (
        <DatasetChoice value={target} problem={error?.message} onChange={setTarget} />
      ) : (
        <Field label={t("Dataset name")} problem={error?.message}>
          {(id) => <Input id={id} value={name} maxLength={250} onChange={(event) => setName(event.target.value)} />}
        </Field>
      )}
      {isOverwrite && target && can("can_read", "Dataset") ? <OverwriteImpact datasetId={target.id} /> : null}
      {tab.templateParams ? (
        <Checkbox checked={hasParams} onChange={(event) => setHasParams(event.target.checked)}>
          {t("Include template parameters")}
        </Checkbox>
      ) : null}
    </Dialog>
  );
}

function OverwriteImpact({ datasetId }: { datasetId: number }) {
  const lab = useLab();
  return <Impact change={{ kind: "dataset", ids: [datasetId], sql: sqlOf(lab) }} />;
}

const sqlOf = (lab: ReturnType<typeof useLab>) => currentTarget(lab).sql.replace(/;\s*$/, "");

/** Saves to `target`, or creates a dataset. Throws `ApiError`. */
function useSaveDataset(hasParams: boolean) {
  const lab = useLab();
  const tab = useTab();
  return async (target: OwnDataset | undefined, name: string): Promise<{ id: number; text: string }> => {
    const sql = sqlOf(lab);
    const { catalog, schema, templateParams } = tab;
    const template_params = hasParams && templateParams ? templateParams : null;
    const body = { catalog, schema, sql, template_params };
    const database = tab.dbId ?? 0;
    const id = target
      ? (await call(update, overwriting(target.id, { ...body, database_id: database }))).id
      : (await call(create, { body: { ...body, database, table_name: name } })).id;
    void queryClient.invalidateQueries({ queryKey: ["datasets"] });
    return { id, text: target ? t("Overwritten: {name}", { name: target.name }) : t("Created: {name}", { name }) };
  };
}

const overwriting = <T,>(id: number, body: T) => ({ params: { id }, query: { override_columns: "true" }, body });
