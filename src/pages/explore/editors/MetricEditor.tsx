import { Select } from "antd";
import { useState } from "react";
import { metricOfColumn, simpleMetric, sqlMetric } from "../../../features/adhoc/adhoc.ts";
import { ColumnSelect } from "../../../features/adhoc/ColumnSelect.tsx";
import { EditableLabel, EditorFrame } from "../../../features/adhoc/EditorFrame.tsx";
import styles from "../../../features/adhoc/editors.module.css";
import { SqlField } from "../../../features/adhoc/SqlField.tsx";
import { aggregateSql, savedMetricSql } from "../../../features/adhoc/to-sql.ts";
import { t } from "../../../i18n/translate.ts";
import { ADHOC_AGGREGATES, type AdhocAggregate, type QueryMetric } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { Field } from "../../../ui/Field.tsx";
import { columnOf } from "../../../web/control-words/dataset-words.ts";
import { disallowsAdhocMetrics } from "../state/roles.ts";
import { SavedMetrics } from "./SavedMetrics.tsx";

interface MetricEditorProps {
  metric: QueryMetric | undefined;
  dataset: Dataset | undefined;
  onApply(metric: QueryMetric): void;
  onCancel(): void;
}

type Kind = "saved" | "simple" | "sql";

interface Draft {
  saved?: string;
  column?: string;
  aggregate?: AdhocAggregate;
  /** Undefined until edited; until then, the SQL of the other tab is shown. */
  sql?: string;
  label: string;
}

export function MetricEditor({ metric, dataset, onApply, onCancel }: MetricEditorProps) {
  const [kind, setKind] = useState<Kind>(() => kindOfMetric(metric, dataset));
  const [draft, setDraft] = useState<Draft>(() => draftOf(metric));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const [generatedSql, setGeneratedSql] = useState("");
  const visibleDraft = { ...draft, sql: draft.sql ?? generatedSql };
  const changeTab = (next: string) => {
    if (kind !== "sql") setGeneratedSql(generateSql(kind, draft, dataset));
    setKind(next as Kind);
  };
  const built = build(kind, visibleDraft, dataset);
  const isSavedOnly = disallowsAdhocMetrics(dataset);
  const saved = <SavedMetrics dataset={dataset} value={draft.saved} onApply={onApply} />;
  const simple = <SimpleMetricFields dataset={dataset} draft={draft} onChange={change} />;
  const sql = (
    <SqlField
      label={t("SQL expression")}
      kind="metric"
      value={visibleDraft.sql}
      onChange={(text) => change({ sql: text })}
      dataset={dataset}
    />
  );
  const tabs = [
    { key: "saved", label: t("Saved"), content: saved },
    ...(isSavedOnly
      ? []
      : [
          { key: "simple", label: t("Simple"), content: simple },
          { key: "sql", label: t("Custom SQL"), content: sql },
        ]),
  ];
  return (
    <EditorFrame
      label={t("Metric")}
      tabs={tabs}
      active={kind}
      onTab={changeTab}
      head={
        kind === "saved" ? undefined : (
          <EditableLabel
            value={draft.label}
            fallback={defaultLabel(kind, visibleDraft)}
            onChange={(label) => change({ label })}
          />
        )
      }
      problem={typeof built === "object" && "problem" in built ? String(built.problem) : undefined}
      onCancel={onCancel}
      onApply={() => {
        if (typeof built === "string" || !("problem" in built)) onApply(built as QueryMetric);
      }}
    />
  );
}

function kindOfMetric(metric: QueryMetric | undefined, dataset: Dataset | undefined): Kind {
  if (typeof metric === "string" || disallowsAdhocMetrics(dataset)) return "saved";
  if (metric) return metric.expressionType === "SQL" ? "sql" : "simple";
  return (dataset?.metrics.length ?? 0) > 0 ? "saved" : "simple";
}

function draftOf(metric: QueryMetric | undefined): Draft {
  if (metric === undefined) return { label: "" };
  if (typeof metric === "string") return { saved: metric, label: "" };
  const label = metric.hasCustomLabel ? (metric.label ?? "") : "";
  if (metric.expressionType === "SQL") return { sql: metric.sqlExpression, label };
  return { column: metric.column?.column_name, aggregate: metric.aggregate ?? undefined, label };
}

function generateSql(kind: Kind, { saved, column, aggregate }: Draft, dataset: Dataset | undefined): string {
  return kind === "saved" ? savedMetricSql(dataset, saved) : aggregateSql(dataset, column, aggregate);
}

function defaultLabel(kind: Kind, { sql = "", column, aggregate }: Draft): string {
  if (kind === "sql") return sql;
  return column ? `${aggregate ?? ""}(${column})` : "";
}

function build(kind: Kind, draft: Draft, dataset: Dataset | undefined): QueryMetric | { problem: string } {
  if (kind === "saved") return draft.saved ?? { problem: t("Choose a metric") };
  const sql = draft.sql?.trim();
  if (kind === "sql") return sql ? sqlMetric(sql, draft.label) : { problem: t("Enter an expression") };
  const column = draft.column ? columnOf(dataset, draft.column) : undefined;
  if (!column) return { problem: t("Choose a column") };
  if (!draft.aggregate) return { problem: t("Choose an aggregate") };
  const metric = simpleMetric(column, draft.aggregate);
  return draft.label ? { ...metric, label: draft.label, hasCustomLabel: true } : metric;
}

interface SimpleProps {
  dataset: Dataset | undefined;
  draft: Draft;
  onChange(part: Partial<Draft>): void;
}

function SimpleMetricFields({ dataset, draft, onChange }: SimpleProps) {
  const choose = (name: string) => {
    const column = columnOf(dataset, name);
    const suggested = column ? metricOfColumn(column) : undefined;
    const suggestedAggregate = suggested?.expressionType === "SIMPLE" ? suggested.aggregate : undefined;
    const isCompatible =
      draft.aggregate && column && (columnKind(column) === "numeric" || !/SUM|AVG/.test(draft.aggregate));
    onChange({ column: name, aggregate: isCompatible ? draft.aggregate : (suggestedAggregate ?? undefined) });
  };
  return (
    <>
      <Field label={t("Column")}>
        {(id) => <ColumnSelect id={id} dataset={dataset} value={draft.column} onChange={choose} />}
      </Field>
      <Field label={t("Aggregate")}>
        {(id) => (
          <Select
            id={id}
            value={draft.aggregate}
            placeholder={t("Choose")}
            options={ADHOC_AGGREGATES.map((one) => ({ value: one, label: one }))}
            onChange={(aggregate: AdhocAggregate) => onChange({ aggregate })}
            className={styles.wide}
          />
        )}
      </Field>
    </>
  );
}
