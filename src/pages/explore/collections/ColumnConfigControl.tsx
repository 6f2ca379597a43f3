import { Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { NUMBER_FORMATS } from "../../../chart-kit/format/number-format.ts";
import { TIME_FORMATS } from "../../../chart-kit/format/time-format.ts";
import styles from "../../../features/adhoc/editors.module.css";
import { t } from "../../../i18n/translate.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import type { Mark } from "../../../web/components/TypeMark.tsx";
import { TypeMark } from "../../../web/components/TypeMark.tsx";
import controls from "../controls/controls.module.css";
import type { WidgetProps } from "../state/widget.ts";
import { useWorkbench } from "../workbench/store-context.ts";
import { type ResultColumn, resultColumns } from "./result-columns.ts";

type Config = Record<string, unknown>;
const SIDES = [
  { value: "left", label: t("Left") },
  { value: "center", label: t("Center") },
  { value: "right", label: t("Right") },
] as const;
const MARKS: readonly Mark[] = ["numeric", "text", "temporal", "boolean"];

export function ColumnConfigControl({ value, onChange, state, id, label, describedBy }: WidgetProps<"column-config">) {
  const { run } = useWorkbench();
  const [open, setOpen] = useState<string>();
  const all = (value ?? {}) as Record<string, Config | undefined>;
  const columns = resultColumns(run.results, state);
  if (columns.length === 0) return <p className={styles.hint}>{t("Run the chart to configure its columns.")}</p>;
  const change = (name: string, part: Config) => {
    const merged = Object.entries({ ...all[name], ...part }).filter(([, one]) => one !== undefined && one !== null);
    const next = { ...all, [name]: merged.length > 0 ? Object.fromEntries(merged) : undefined };
    onChange(Object.fromEntries(Object.entries(next).filter(([, config]) => config !== undefined)));
  };
  return (
    <ul id={id} className={controls.list} aria-label={label} aria-describedby={describedBy}>
      {columns.map((column) => (
        <li key={column.name}>
          <Popover
            open={open === column.name}
            onOpenChange={(isOpen) => setOpen(isOpen ? column.name : undefined)}
            label={t("Column settings: {column}", { column: column.label })}
            content={
              <div className={styles.editor}>
                <ConfigFields
                  column={column}
                  config={all[column.name] ?? {}}
                  onChange={(part) => change(column.name, part)}
                />
              </div>
            }
          >
            <button type="button" className={controls.listRow} data-set={all[column.name] ? true : undefined}>
              <TypeMark mark={MARKS[column.type] ?? "text"} />
              <span>{column.label}</span>
            </button>
          </Popover>
        </li>
      ))}
    </ul>
  );
}

interface ConfigFieldsProps {
  column: ResultColumn;
  config: Config;
  onChange(part: Config): void;
}

function ConfigFields({ column, config, onChange }: ConfigFieldsProps) {
  const flag = (name: string, text: string, initial: boolean) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={controls.check}>
      <Checkbox
        checked={(config[name] as boolean | undefined) ?? initial}
        onChange={(event) => onChange({ [name]: event.target.checked })}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <>
      <NameField column={column} config={config} onChange={onChange} />
      <FormatField column={column} config={config} onChange={onChange} />
      <Field label={t("Minimum width (px)")}>
        {(id) => (
          <InputNumber
            id={id}
            className={styles.wide}
            min={0}
            value={(config.columnWidth as number | undefined) ?? null}
            onChange={(columnWidth) => onChange({ columnWidth })}
          />
        )}
      </Field>
      <Field label={t("Alignment")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            allowClear
            placeholder={t("Auto")}
            value={(config.horizontalAlign as string | undefined) ?? undefined}
            options={[...SIDES]}
            onChange={(horizontalAlign?: string) => onChange({ horizontalAlign })}
          />
        )}
      </Field>
      <div className={styles.field}>
        {flag("visible", t("Show this column"), true)}
        {column.type === GENERIC_TYPE.NUMERIC ? flag("showCellBars", t("Cell bars"), true) : null}
        {column.type === GENERIC_TYPE.NUMERIC ? flag("alignPositiveNegative", t("Align around zero"), false) : null}
        {column.type === GENERIC_TYPE.NUMERIC
          ? flag("colorPositiveNegative", t("Color positive and negative"), true)
          : null}
        {column.type === GENERIC_TYPE.STRING ? flag("truncateLongCells", t("Truncate long text"), false) : null}
      </div>
    </>
  );
}

/** Local state, because every keystroke redraws the chart. */
function NameField({ column, config, onChange }: ConfigFieldsProps) {
  const [text, setText] = useState((config.customColumnName as string | undefined) ?? "");
  return (
    <Field label={t("Display name")}>
      {(id) => (
        <Input
          id={id}
          placeholder={column.label}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange({ customColumnName: event.target.value || undefined });
          }}
        />
      )}
    </Field>
  );
}

function FormatField({ column, config, onChange }: ConfigFieldsProps) {
  if (column.type !== GENERIC_TYPE.NUMERIC && column.type !== GENERIC_TYPE.TEMPORAL) return null;
  const isNumber = column.type === GENERIC_TYPE.NUMERIC;
  const name = isNumber ? "d3NumberFormat" : "d3TimeFormat";
  const formats = isNumber ? NUMBER_FORMATS : TIME_FORMATS;
  return (
    <Field label={t("Format")}>
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          allowClear
          placeholder={t("Chart default")}
          value={(config[name] as string | undefined) ?? undefined}
          options={formats.map(([key, text]) => ({ value: key, label: t(text) }))}
          onChange={(format?: string) => onChange({ [name]: format })}
        />
      )}
    </Field>
  );
}
