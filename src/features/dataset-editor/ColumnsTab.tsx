import { Button, Input, Select, Switch } from "antd";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { externalMetadata } from "../../api/datasource/contract.ts";
import { list } from "../../i18n/intl.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { columnKind } from "../../model/column-kind.ts";
import { Checkbox, type CheckboxProps } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { Certified } from "../../web/components/Certified.tsx";
import { certificationOf } from "../../web/components/certification.ts";
import { type Mark, TypeMark } from "../../web/components/TypeMark.tsx";
import { ProfileButton } from "../column-profile/index.ts";
import styles from "./dataset-editor.module.css";
import { type ColumnDraft, type DatasetDraft, type Findings, withSyncedColumns } from "./draft.ts";
import { CertificationFields, DescriptionField, InPlace } from "./fields.tsx";
import { ItemRow, ItemTable } from "./ItemRow.tsx";
import { syncedChange } from "./impact.ts";
import { useIsLocked } from "./lock.ts";
import { isCalculated, type TabProps } from "./tab.ts";

const Impact = lazyComponent(async () => (await import("../../web/components/Impact.tsx")).Impact);

const TYPES = [
  { value: "all", label: t("All types") },
  { value: "temporal", label: t("Time") },
  { value: "numeric", label: t("Number") },
  { value: "text", label: t("Text") },
  { value: "boolean", label: t("Boolean") },
];

export function ColumnsTab({ dataset, draft, problems, onChange }: TabProps) {
  const [text, setText] = useState("");
  const [type, setType] = useState("all");
  const sync = useSync(dataset.id, draft, onChange);
  const lost = sync.found ? syncedChange(dataset.id, draft) : undefined;
  const columns = draft.columns.filter((column) => !isCalculated(column));
  const shown = columns.filter((column) => matches(column, text) && (type === "all" || columnKind(column) === type));
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t("Search columns")} value={text} onChange={setText} className={styles.search} />
        <Select
          aria-label={t("Column type")}
          disabled={false}
          value={type}
          options={TYPES}
          onChange={setType}
          style={{ minWidth: 128 }}
        />
        <span className={styles.toolsNote} role="status">
          {sync.readAt ? t("Synced just now") : null}
        </span>
        <Button icon={<RefreshCw size={14} />} loading={sync.isBusy} onClick={() => void sync.run()}>
          {t("Sync")}
        </Button>
      </div>
      {sync.error ? (
        <p className={styles.banner} data-tone="error" role="alert">
          {sync.error}
        </p>
      ) : null}
      <SourceChanges found={sync.found} />
      {lost ? <Impact change={lost} /> : null}
      <ColumnTable>
        {shown.map((column) => (
          <ColumnRow
            key={column.key}
            datasetId={dataset.id}
            column={column}
            draft={draft}
            problem={problems[`column ${column.key}`]}
            onChange={onChange}
          />
        ))}
      </ColumnTable>
      {shown.length === 0 ? <p className={styles.none}>{t("No matching columns.")}</p> : null}
    </>
  );
}

function SourceChanges({ found }: { found: Findings | undefined }) {
  if (!found) return null;
  const parts = [
    found.added > 0 ? t("{count, plural, one {# new column} other {# new columns}}", { count: found.added }) : "",
    found.retyped > 0
      ? t("{count, plural, one {# type changed} other {# types changed}}", { count: found.retyped })
      : "",
    found.missing > 0
      ? t("{count, plural, one {# missing column} other {# missing columns}}", { count: found.missing })
      : "",
  ].filter(Boolean);
  if (parts.length === 0) return <p className={styles.banner}>{t("The columns match the source.")}</p>;
  const values = { parts: list(parts, "commas"), strong: (text: ReactNode) => <strong>{text}</strong> };
  return (
    <p className={styles.banner} data-tone="warning" role="status">
      <TriangleAlert size={16} aria-hidden />
      <span>
        {found.missing > 0
          ? rich("The source changed: <strong>{parts}</strong>. Missing columns are removed when you save.", values)
          : rich("The source changed: <strong>{parts}</strong>.", values)}
      </span>
    </p>
  );
}

function matches({ column_name, verbose_name, description }: ColumnDraft, text: string): boolean {
  const needle = text.trim().toLowerCase();
  return [column_name, verbose_name, description].some((each) => each?.toLowerCase().includes(needle));
}

function useSync(datasetId: number, draft: DatasetDraft, onChange: (draft: DatasetDraft) => void) {
  const [state, setState] = useState<{ found?: Findings; error?: string; readAt?: boolean; isBusy: boolean }>({
    isBusy: false,
  });
  const run = async () => {
    setState({ isBusy: true });
    try {
      const source = await call(externalMetadata, { params: { type: "table", id: datasetId } });
      const next = withSyncedColumns(draft, source);
      onChange(next.draft);
      setState({ found: next.found, readAt: true, isBusy: false });
    } catch (cause) {
      setState({
        error: t("Failed to read the source: {message}", { message: toApiError(cause).message }),
        isBusy: false,
      });
    }
  };
  return { ...state, run };
}

export function ColumnTable({ children }: { children: ReactNode }) {
  return <ItemTable heads={COLUMN_HEADS}>{children}</ItemTable>;
}

const COLUMN_HEADS = (
  <>
    <th>{t("Column")}</th>
    <th>{t("Label")}</th>
    <th className={styles.type}>{t("Type")}</th>
    <th className={styles.flag}>{t("Time")}</th>
    <th className={styles.flag}>{t("Filter")}</th>
    <th className={styles.flag}>{t("Group by")}</th>
  </>
);

interface RowProps {
  datasetId: number;
  column: ColumnDraft;
  draft: DatasetDraft;
  problem: string | undefined;
  onChange(draft: DatasetDraft): void;
}

function ColumnRow({ datasetId, column, draft, problem, onChange }: RowProps) {
  const edit = editorOf(draft, column, onChange);
  const isDefault = draft.settings.main_dttm_col === column.column_name;
  return (
    <ItemRow
      name={column.column_name}
      problem={problem}
      isMissing={column.found === "missing"}
      cells={[
        <Name key="name" datasetId={datasetId} column={column} isDefault={isDefault} />,
        <InPlace
          key="label"
          label={t("Label for {name}", { name: column.column_name })}
          value={column.verbose_name ?? ""}
          placeholder={t("Label")}
          onChange={(verbose_name) => edit.change({ verbose_name })}
        />,
        <TypeText key="type" column={column} />,
        ...flagCells(column, edit.change),
      ]}
      menu={columnMenu(column, edit, isDefault)}
      details={
        <div className={styles.detailGrid}>
          <DescriptionField item={column} onChange={edit.change} />
          <div>
            <CertificationFields item={column} onChange={edit.change} />
          </div>
          <TimeFields column={column} isDefault={isDefault} onChange={edit.change} onDefault={edit.makeDefault} />
        </div>
      }
    />
  );
}

export interface ColumnEdit {
  change(change: Partial<ColumnDraft>): void;
  remove(): void;
  makeDefault(on: boolean): void;
}

export function editorOf(
  draft: DatasetDraft,
  column: ColumnDraft,
  onChange: (draft: DatasetDraft) => void,
): ColumnEdit {
  const isDefault = draft.settings.main_dttm_col === column.column_name;
  const withDefault = (name: string | null) =>
    isDefault ? { ...draft.settings, main_dttm_col: name } : draft.settings;
  return {
    change: (change) =>
      onChange({
        ...draft,
        settings: withDefault(change.column_name ?? column.column_name),
        columns: draft.columns.map((one) => (one.key === column.key ? { ...one, ...change } : one)),
      }),
    remove: () =>
      onChange({
        ...draft,
        settings: withDefault(null),
        columns: draft.columns.filter((one) => one.key !== column.key),
      }),
    makeDefault: (on) =>
      onChange({ ...draft, settings: { ...draft.settings, main_dttm_col: on ? column.column_name : null } }),
  };
}

export function columnMenu(column: ColumnDraft, edit: ColumnEdit, isDefault: boolean) {
  return [
    {
      key: "default",
      label: isDefault ? t("Remove as default time column") : t("Set as default time column"),
      disabled: !column.is_dttm,
      onSelect: () => edit.makeDefault(!isDefault),
    },
    { key: "delete", label: t("Delete column"), danger: true, onSelect: edit.remove },
  ];
}

interface NameProps {
  datasetId: number;
  column: ColumnDraft;
  isDefault: boolean;
}

function Name({ datasetId, column, isDefault }: NameProps) {
  const certified = certificationOf(column.extra);
  return (
    <span className={styles.columnName}>
      {column.found === undefined ? (
        <ProfileButton
          dataset={{ id: datasetId }}
          column={column.column_name}
          title={column.column_name}
          mark={columnKind(column)}
        />
      ) : (
        <TypeMark mark={columnKind(column) as Mark} />
      )}
      <code>{column.column_name}</code>
      <Certified by={certified?.certified_by} details={certified?.details ?? null} />
      {isDefault ? <Pill>{t("Default time")}</Pill> : null}
      {column.found === "new" ? <Pill tone="success">{t("New")}</Pill> : null}
      {column.found === "missing" ? <Pill tone="error">{t("Missing")}</Pill> : null}
    </span>
  );
}

const shortType = (type: string | null | undefined) => (type ?? "").toLowerCase();

function TypeText({ column }: { column: ColumnDraft }) {
  if (column.typeBefore === undefined) return <code className={styles.typeText}>{shortType(column.type)}</code>;
  return (
    <code className={styles.typeText} data-changed>
      {shortType(column.typeBefore)} → {shortType(column.type)}
    </code>
  );
}

export function flagCells(column: ColumnDraft, change: (change: Partial<ColumnDraft>) => void) {
  const name = column.column_name || t("the new column");
  const kind = columnKind({ ...column, is_dttm: false });
  const canBeTime = column.is_dttm || kind !== "boolean" || isCalculated(column);
  const isMissing = column.found === "missing";
  return [
    <Flag
      key="time"
      label={t("{name} is temporal", { name })}
      checked={column.is_dttm}
      disabled={isMissing || !canBeTime}
      onChange={(event) => change({ is_dttm: event.target.checked })}
    />,
    <Flag
      key="filter"
      label={t("{name} is filterable", { name })}
      checked={column.filterable}
      disabled={isMissing}
      onChange={(event) => change({ filterable: event.target.checked })}
    />,
    <Flag
      key="group"
      label={t("{name} is a dimension", { name })}
      checked={column.groupby}
      disabled={isMissing}
      onChange={(event) => change({ groupby: event.target.checked })}
    />,
  ];
}

function Flag({ disabled, ...rest }: CheckboxProps) {
  const isLocked = useIsLocked();
  return <Checkbox {...rest} disabled={disabled || isLocked} />;
}

interface TimeFieldsProps {
  column: ColumnDraft;
  isDefault: boolean;
  onChange(change: Partial<ColumnDraft>): void;
  onDefault(on: boolean): void;
}

export function TimeFields({ column, isDefault, onChange, onDefault }: TimeFieldsProps) {
  const id = useId();
  const isNative = columnKind({ ...column, is_dttm: false }) === "temporal" && !isCalculated(column);
  return (
    <div>
      <Field
        label={t("Parse as")}
        hint={isNative ? undefined : t("A pattern such as %Y-%m-%d, or epoch_s (seconds) or epoch_ms (milliseconds).")}
      >
        {(fieldId) => (
          <Input
            id={fieldId}
            className={styles.code}
            disabled={isNative || !column.is_dttm || undefined}
            placeholder={isNative ? t("Native time type") : "%Y-%m-%d"}
            value={column.python_date_format ?? ""}
            onChange={(event) => onChange({ python_date_format: event.target.value })}
          />
        )}
      </Field>
      <label htmlFor={id} className={styles.switchRow}>
        {t("Default time column")}
        <Switch id={id} size="small" checked={isDefault} disabled={!column.is_dttm || undefined} onChange={onDefault} />
      </label>
      <Field label={t("Advanced data type")}>
        {(fieldId) => (
          <Input
            id={fieldId}
            value={column.advanced_data_type ?? ""}
            onChange={(event) => onChange({ advanced_data_type: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
