import { useState } from "react";
import { sqlColumn } from "../../../features/adhoc/adhoc.ts";
import { ColumnSelect } from "../../../features/adhoc/ColumnSelect.tsx";
import { EditableLabel, EditorFrame } from "../../../features/adhoc/EditorFrame.tsx";
import { SqlField } from "../../../features/adhoc/SqlField.tsx";
import { columnSql } from "../../../features/adhoc/to-sql.ts";
import { t } from "../../../i18n/translate.ts";
import { columnLabel, type QueryColumn } from "../../../model/adhoc.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import { Field } from "../../../ui/Field.tsx";
import { referencedName } from "../../../web/control-words/dataset-words.ts";
import { acceptsColumn } from "../state/roles.ts";
import { SavedMetrics } from "./SavedMetrics.tsx";

interface ColumnEditorProps {
  column: QueryColumn | undefined;
  dataset: Dataset | undefined;
  accepts?: "temporal" | "numeric";
  isSqlAllowed: boolean;
  chosen: readonly QueryColumn[];
  metrics?: { chosen: string | undefined; onApply(name: string): void };
  onApply(column: QueryColumn): void;
  onCancel(): void;
}

export function ColumnEditor(props: ColumnEditorProps) {
  const { column, dataset, accepts, isSqlAllowed, chosen, metrics, onApply, onCancel } = props;
  const name = column === undefined ? undefined : referencedName(column);
  const metricName = metrics?.chosen;
  const isMetric = metricName !== undefined;
  const isSql = column !== undefined && name === undefined && !isMetric;
  const selectedNames = new Set(chosen.map(referencedName));
  const fits = (one: DatasetColumn) =>
    acceptsColumn(accepts, one) && (one.column_name === name || !selectedNames.has(one.column_name));
  const saved = (dataset?.columns ?? []).filter((one) => one.expression && acceptsColumn(accepts, one));
  const isSaved = saved.some((one) => one.column_name === name);
  const [kind, setKind] = useState(kindOfColumn({ isSql, isSaved, isMetric }));
  const [sql, setSql] = useState(isSql && typeof column === "object" ? column.sqlExpression : columnSql(dataset, name));
  const [label, setLabel] = useState(isSql ? customLabel(column, sql) : "");
  const simple = (
    <Field label={t("Column")}>
      {(id) => (
        <ColumnSelect
          id={id}
          dataset={dataset}
          value={name}
          autoFocus={column === undefined}
          onChange={onApply}
          accepts={fits}
        />
      )}
    </Field>
  );
  const calculated = (
    <Field label={t("Saved expression")}>
      {(id) => (
        <ColumnSelect
          id={id}
          dataset={dataset}
          value={isSaved ? name : undefined}
          autoFocus={false}
          onChange={onApply}
          accepts={(one) => Boolean(one.expression) && fits(one)}
        />
      )}
    </Field>
  );
  const custom = <SqlField label={t("SQL expression")} kind="column" value={sql} onChange={setSql} dataset={dataset} />;
  const metric = metrics && <SavedMetrics dataset={dataset} value={metrics.chosen} onApply={metrics.onApply} />;
  const all = [
    { key: "saved", label: t("Saved"), content: calculated, isOffered: saved.length > 0 },
    { key: "simple", label: t("Simple"), content: simple, isOffered: true },
    { key: "sql", label: t("Custom SQL"), content: custom, isOffered: isSqlAllowed },
    { key: "metric", label: t("Metric"), content: metric, isOffered: metrics !== undefined },
  ];
  const tabs = all.filter(({ isOffered }) => isOffered);
  return (
    <EditorFrame
      label={t("Column")}
      tabs={tabs}
      active={kind}
      onTab={setKind}
      head={kind === "sql" ? <EditableLabel value={label} fallback={sql} onChange={setLabel} /> : undefined}
      problem={problemOf(kind, sql, { column: name, metric: metricName })}
      onCancel={onCancel}
      onApply={() => {
        if (kind === "sql") onApply(sqlColumn(sql.trim(), label));
        else onCancel();
      }}
    />
  );
}

function kindOfColumn({ isSql, isSaved, isMetric }: Record<"isSql" | "isSaved" | "isMetric", boolean>): string {
  if (isMetric) return "metric";
  if (isSql) return "sql";
  return isSaved ? "saved" : "simple";
}

function customLabel(column: QueryColumn, sql: string): string {
  const label = columnLabel(column);
  return label === sql ? "" : label;
}

function problemOf(kind: string, sql: string, chosen: { column?: string; metric?: string }): string | undefined {
  if (kind === "sql") return sql.trim() ? undefined : t("Enter an expression");
  if (kind === "metric") return chosen.metric === undefined ? t("Choose a metric") : undefined;
  return chosen.column === undefined ? t("Choose a column") : undefined;
}
