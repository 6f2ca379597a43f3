import { Button, Input, Select } from "antd";
import { Plus } from "lucide-react";
import { useState } from "react";
import { CURRENCIES } from "../../chart-kit/format/currency.ts";
import { NUMBER_FORMATS, numberFormatter } from "../../chart-kit/format/number-format.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Certified } from "../../web/components/Certified.tsx";
import { certificationOf, warningOf, withWarning } from "../../web/components/certification.ts";
import { newUuid } from "../../web/components/new-uuid.ts";
import { TypeMark } from "../../web/components/TypeMark.tsx";
import { SqlExpression } from "../../web/sql/SqlExpression.tsx";
import styles from "./dataset-editor.module.css";
import type { DatasetDraft, MetricDraft } from "./draft.ts";
import { CertificationFields, DescriptionField, InPlace } from "./fields.tsx";
import { ItemRow, ItemTable } from "./ItemRow.tsx";
import { useIsLocked } from "./lock.ts";
import type { TabProps } from "./tab.ts";

const METRIC_HEADS = (
  <>
    <th>{t("Metric")}</th>
    <th>{t("Label")}</th>
    <th>SQL</th>
  </>
);

export function MetricsTab({ dataset, draft, problems, onChange }: TabProps) {
  const [text, setText] = useState("");
  const add = () => onChange({ ...draft, metrics: [newMetric(draft), ...draft.metrics] });
  const button = (
    <Button icon={<Plus size={14} />} onClick={add}>
      {t("Add metric")}
    </Button>
  );
  if (draft.metrics.length === 0) {
    return (
      <EmptyState
        compact
        title={t("No metrics")}
        text={t("A metric is a named aggregate such as SUM(price), shared by all charts on the dataset.")}
        actions={button}
      />
    );
  }
  const shown = draft.metrics.filter((metric) => matches(metric, text));
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t("Search metrics")} value={text} onChange={setText} className={styles.search} />
        <span className={styles.toolsNote} />
        {button}
      </div>
      <ItemTable heads={METRIC_HEADS}>
        {shown.map((metric) => (
          <MetricRow
            key={metric.key}
            dataset={dataset}
            metric={metric}
            draft={draft}
            problem={problems[`metric ${metric.key}`]}
            onChange={onChange}
          />
        ))}
      </ItemTable>
      {shown.length === 0 ? <p className={styles.none}>{t("No matching metrics.")}</p> : null}
    </>
  );
}

function matches({ metric_name, verbose_name, expression, description, key }: MetricDraft, text: string): boolean {
  const needle = text.trim().toLowerCase();
  const texts = [metric_name, verbose_name, expression, description];
  return key.startsWith("new ") || texts.some((each) => each?.toLowerCase().includes(needle));
}

function newMetric(draft: DatasetDraft): MetricDraft {
  return { key: `new ${draft.metrics.length}-${Math.random()}`, uuid: newUuid(), metric_name: "", expression: "" };
}

interface RowProps {
  dataset: Dataset;
  metric: MetricDraft;
  draft: DatasetDraft;
  problem: string | undefined;
  onChange(draft: DatasetDraft): void;
}

function MetricRow({ dataset, metric, draft, problem, onChange }: RowProps) {
  const change = (part: Partial<MetricDraft>) =>
    onChange({ ...draft, metrics: draft.metrics.map((one) => (one.key === metric.key ? { ...one, ...part } : one)) });
  const remove = () => onChange({ ...draft, metrics: draft.metrics.filter((one) => one.key !== metric.key) });
  const certified = certificationOf(metric.extra);
  const name = metric.metric_name || t("the new metric");
  const isLocked = useIsLocked();
  return (
    <ItemRow
      name={metric.metric_name}
      problem={problem}
      startsOpen={metric.id === undefined}
      cells={[
        <span key="name" className={styles.columnName}>
          <TypeMark mark="metric" />
          <InPlace
            label={t("Name for {name}", { name })}
            isCode
            isWrong={problem !== undefined}
            value={metric.metric_name}
            placeholder={t("name")}
            onChange={(metric_name) => change({ metric_name })}
          />
          <Certified by={certified?.certified_by} details={certified?.details ?? null} />
        </span>,
        <InPlace
          key="label"
          label={t("Label for {name}", { name })}
          value={metric.verbose_name ?? ""}
          placeholder={t("Label")}
          onChange={(verbose_name) => change({ verbose_name })}
        />,
        <code key="sql" className={styles.sqlText} title={metric.expression}>
          {metric.expression}
        </code>,
      ]}
      menu={[{ key: "delete", label: t("Delete metric"), danger: true, onSelect: remove }]}
      details={
        <>
          <SqlExpression
            label={t("SQL expression")}
            dataset={dataset}
            kind="metric"
            isReadOnly={isLocked}
            value={metric.expression}
            onChange={(expression) => change({ expression })}
          />
          <div className={styles.detailGrid}>
            <DescriptionField item={metric} onChange={change} />
            <div>
              <CertificationFields item={metric} onChange={change} />
            </div>
            <FormatFields metric={metric} onChange={change} />
          </div>
        </>
      }
    />
  );
}

const FORMATS = NUMBER_FORMATS.map(([value, label]) => ({ value, label: t(label) }));
const SAMPLE = 1234567.891;

function FormatFields({ metric, onChange }: { metric: MetricDraft; onChange(change: Partial<MetricDraft>): void }) {
  const [written, setWritten] = useState("");
  const known = [metric.d3format, written].filter((one): one is string => Boolean(one));
  const own = known
    .filter((one) => !FORMATS.some(({ value }) => value === one))
    .map((one) => ({ value: one, label: one }));
  const currency = metric.currency ?? null;
  return (
    <div>
      <Field
        label={t("Number format")}
        hint={t("Example: {value} → {text}", {
          value: `${SAMPLE}`,
          text: numberFormatter(metric.d3format ?? undefined)(SAMPLE),
        })}
      >
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            allowClear
            showSearch={{ searchValue: written, onSearch: setWritten, optionFilterProp: "label" }}
            value={metric.d3format || undefined}
            placeholder={t("Choose or type a format, such as ,.2f")}
            options={[...FORMATS, ...own]}
            onChange={(d3format?: string) => {
              setWritten("");
              onChange({ d3format: d3format ?? null });
            }}
          />
        )}
      </Field>
      <Field label={t("Currency")}>
        {(id) => (
          <div className={styles.pair}>
            <Select
              id={id}
              allowClear
              value={currency?.symbol || undefined}
              placeholder={t("None")}
              options={CURRENCIES.map((value) => ({ value, label: value }))}
              onChange={(symbol?: string) =>
                onChange({ currency: symbol ? { symbol, symbolPosition: currency?.symbolPosition ?? "prefix" } : null })
              }
            />
            <Select
              aria-label={t("Currency position")}
              disabled={!currency || undefined}
              value={currency?.symbolPosition ?? "prefix"}
              options={[
                { value: "prefix", label: t("Before") },
                { value: "suffix", label: t("After") },
              ]}
              onChange={(symbolPosition) => currency && onChange({ currency: { ...currency, symbolPosition } })}
            />
          </div>
        )}
      </Field>
      <Field label={t("Warning")}>
        {(id) => (
          <Input
            id={id}
            placeholder={t("Shown next to the metric")}
            value={warningOf(metric.extra) ?? metric.warning_text ?? ""}
            onChange={(event) => onChange(withWarningOf(metric, event.target.value))}
          />
        )}
      </Field>
    </div>
  );
}

/** Warnings are stored in `extra`; the legacy `warning_text` is cleared. */
function withWarningOf({ extra, warning_text }: MetricDraft, text: string): Partial<MetricDraft> {
  return { extra: withWarning(extra, text), ...(warning_text ? { warning_text: "" } : {}) };
}
