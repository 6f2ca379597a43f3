import { Button, Modal, Select } from "antd";
import { useId, useState } from "react";
import type { ProposedChange } from "../../api/lineage/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import styles from "./dataset-editor.module.css";
import type { ColumnDraft } from "./draft.ts";
import { partsOf } from "./impact.ts";
import { type Usage, usageText } from "./usage.ts";

const Impact = lazyComponent(async () => (await import("../../web/components/Impact.tsx")).Impact);

export interface SaveChoices {
  syncColumns: boolean;
  /** Uses new names in charts and filters, too. */
  rename: boolean;
}

interface SaveConfirmProps {
  usage: Usage | undefined;
  change: ProposedChange | undefined;
  hasRenames: boolean;
  columns: readonly ColumnDraft[];
  renamed: ReadonlyMap<string, string>;
  onRenamed(names: ReadonlyMap<string, string>): void;
  isSourceChanged: boolean;
  error: string | undefined;
  isBusy: boolean;
  onCancel(): void;
  onSave(choices: SaveChoices): void;
}

export function SaveConfirm(props: SaveConfirmProps) {
  const { usage, change, hasRenames, isSourceChanged, error, isBusy, onCancel, onSave } = props;
  const [syncColumns, setSyncColumns] = useState(true);
  const [rename, setRename] = useState(true);
  const affected = usage && usage.charts.count > 0 ? usageText(usage) : undefined;
  return (
    <Modal
      open
      title={error ? t("Error saving dataset") : t("Save dataset?")}
      width={change ? 640 : 440}
      onCancel={onCancel}
      footer={
        <div className={styles.confirmFooter}>
          <Button onClick={onCancel}>{t("Cancel")}</Button>
          <Button
            type="primary"
            loading={isBusy}
            autoFocus
            onClick={() => onSave({ syncColumns: isSourceChanged && syncColumns, rename: hasRenames && rename })}
          >
            {t("Save")}
          </Button>
        </div>
      }
    >
      {error ? (
        <p role="alert" className={styles.confirmError}>
          {error}
        </p>
      ) : null}
      {change ? null : (
        <p>
          {affected
            ? t("This affects every chart on this dataset: {charts}.", { charts: affected })
            : t("No chart uses this dataset yet.")}
        </p>
      )}
      <RenamedColumns {...props} />
      {hasRenames ? (
        <Choice
          checked={rename}
          onChange={setRename}
          label={t("Use the new names in charts, filters and expressions")}
        />
      ) : null}
      {change
        ? partsOf(change, hasRenames && rename).map(({ title, part }) => (
            <section key={title} aria-label={title}>
              <h3 className={styles.confirmPart} dir="auto">
                {title}
              </h3>
              <Impact change={part} />
            </section>
          ))
        : null}
      {isSourceChanged ? (
        <Choice checked={syncColumns} onChange={setSyncColumns} label={t("Automatically sync columns")} />
      ) : null}
    </Modal>
  );
}

function Choice({ checked, label, onChange }: { checked: boolean; label: string; onChange(checked: boolean): void }) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.confirmSync}>
      <Checkbox id={id} checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

const MOST = 10;

/** After a sync: whether a missing column is a new one under another name. */
function RenamedColumns({ columns, renamed, onRenamed }: SaveConfirmProps) {
  const missing = columns.filter(({ found }) => found === "missing").slice(0, MOST);
  const added = columns.filter(({ found }) => found === "new");
  if (missing.length === 0 || added.length === 0) return null;
  const choose = (from: string, to: string | undefined) => {
    const names = new Map(renamed);
    if (to === undefined) names.delete(from);
    else names.set(from, to);
    onRenamed(names);
  };
  return (
    <>
      {missing.map(({ key, column_name: from }) => (
        <div key={key} className={styles.confirmSync}>
          <span dir="auto">{t("Missing column {name} is now", { name: from })}</span>
          <Select
            aria-label={t("Missing column {name} is now", { name: from })}
            allowClear
            placeholder={t("Removed")}
            value={renamed.get(from) ?? null}
            onChange={(to: string | null | undefined) => choose(from, to ?? undefined)}
            options={added
              .filter(
                ({ column_name }) => renamed.get(from) === column_name || ![...renamed.values()].includes(column_name),
              )
              .map(({ column_name }) => ({ value: column_name, label: column_name }))}
            style={{ minWidth: 160 }}
          />
        </div>
      ))}
    </>
  );
}
