import { Button, Select } from "antd";
import { Plus } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { newUuid } from "../../web/components/new-uuid.ts";
import { TypeMark } from "../../web/components/TypeMark.tsx";
import { SqlExpression } from "../../web/sql/SqlExpression.tsx";
import { ProfileButton } from "../column-profile/index.ts";
import { ColumnTable, columnMenu, editorOf, flagCells, TimeFields } from "./ColumnsTab.tsx";
import styles from "./dataset-editor.module.css";
import type { ColumnDraft, DatasetDraft } from "./draft.ts";
import { CertificationFields, DescriptionField, InPlace } from "./fields.tsx";
import { ItemRow } from "./ItemRow.tsx";
import { useIsLocked } from "./lock.ts";
import { isCalculated, type TabProps } from "./tab.ts";

const TYPES = ["STRING", "NUMERIC", "DATETIME", "BOOLEAN"].map((value) => ({ value, label: value.toLowerCase() }));

function typesWith(type: string | null | undefined) {
  return !type || TYPES.some(({ value }) => value === type)
    ? TYPES
    : [{ value: type, label: type.toLowerCase() }, ...TYPES];
}

export function CalculatedTab({ dataset, draft, problems, onChange }: TabProps) {
  const columns = draft.columns.filter(isCalculated);
  const add = () => onChange({ ...draft, columns: [newColumn(draft), ...draft.columns] });
  const button = (
    <Button icon={<Plus size={14} />} onClick={add}>
      {t("Add calculated column")}
    </Button>
  );
  if (columns.length === 0) {
    return (
      <EmptyState
        compact
        title={t("No calculated columns")}
        text={t("A calculated column is a SQL expression on the columns of a row, such as price * quantity.")}
        actions={button}
      />
    );
  }
  return (
    <>
      <div className={styles.tools}>
        <span className={styles.toolsNote} />
        {button}
      </div>
      <ColumnTable>
        {columns.map((column) => (
          <CalculatedRow
            key={column.key}
            dataset={dataset}
            column={column}
            draft={draft}
            problem={problems[`column ${column.key}`]}
            onChange={onChange}
          />
        ))}
      </ColumnTable>
    </>
  );
}

interface RowProps {
  dataset: Dataset;
  column: ColumnDraft;
  draft: DatasetDraft;
  problem: string | undefined;
  onChange(draft: DatasetDraft): void;
}

function CalculatedRow({ dataset, column, draft, problem, onChange }: RowProps) {
  const edit = editorOf(draft, column, onChange);
  const isDefault = draft.settings.main_dttm_col === column.column_name;
  const name = column.column_name || t("the new column");
  const isLocked = useIsLocked();
  const saved = dataset.columns.find(({ id }) => id !== undefined && id === column.id);
  return (
    <ItemRow
      name={column.column_name}
      problem={problem}
      startsOpen={column.id === undefined}
      cells={[
        <span key="name" className={styles.columnName}>
          {saved && saved.expression === column.expression ? (
            <ProfileButton dataset={dataset} column={saved.column_name} title={name} mark="calculated" />
          ) : (
            <TypeMark mark="calculated" />
          )}
          <InPlace
            label={t("Name for {name}", { name })}
            isCode
            isWrong={problem !== undefined}
            value={column.column_name}
            placeholder={t("name")}
            onChange={(column_name) => edit.change({ column_name })}
          />
        </span>,
        <InPlace
          key="label"
          label={t("Label for {name}", { name })}
          value={column.verbose_name ?? ""}
          placeholder={t("Label")}
          onChange={(verbose_name) => edit.change({ verbose_name })}
        />,
        <Select
          key="type"
          size="small"
          variant="borderless"
          aria-label={t("Type for {name}", { name })}
          className={styles.typeSelect}
          value={column.type || undefined}
          placeholder={t("unknown")}
          options={typesWith(column.type)}
          onChange={(type) => edit.change({ type, type_generic: undefined, is_dttm: type === "DATETIME" })}
        />,
        ...flagCells(column, edit.change),
      ]}
      menu={columnMenu(column, edit, isDefault)}
      details={
        <>
          <SqlExpression
            label={t("SQL expression")}
            dataset={dataset}
            kind="column"
            isReadOnly={isLocked}
            value={column.expression ?? ""}
            onChange={(expression) => edit.change({ expression })}
          />
          <div className={styles.detailGrid}>
            <DescriptionField item={column} onChange={edit.change} />
            <div>
              <CertificationFields item={column} onChange={edit.change} />
            </div>
            <TimeFields column={column} isDefault={isDefault} onChange={edit.change} onDefault={edit.makeDefault} />
          </div>
        </>
      }
    />
  );
}

function newColumn(draft: DatasetDraft): ColumnDraft {
  const added = draft.columns.filter((column) => column.id === undefined).length;
  return {
    key: `calculated ${added}-${draft.columns.length}`,
    uuid: newUuid(),
    column_name: "",
    expression: "",
    filterable: true,
    groupby: true,
    is_dttm: false,
  };
}
