import { Input, InputNumber, Select } from "antd";
import { useState } from "react";
import type { ConditionalRule } from "../../../chart-kit/table/conditional.ts";
import { EditorFrame } from "../../../features/adhoc/EditorFrame.tsx";
import styles from "../../../features/adhoc/editors.module.css";
import { t } from "../../../i18n/translate.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { Field } from "../../../ui/Field.tsx";
import { isTwoSided, ruleText } from "../../../web/control-words/rule-words.ts";
import { type Pick, PickList } from "../controls/PickList.tsx";
import { toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";
import type { WidgetProps } from "../state/widget.ts";
import { useWorkbench } from "../workbench/store-context.ts";
import { type ResultColumn, resultColumns } from "./result-columns.ts";
import { operatorName, operatorsOfType, ruleProblem } from "./rules.ts";

export function ConditionalControl(props: WidgetProps<"conditional-formatting">) {
  const { value, onChange, state, id, label, problem, describedBy } = props;
  const { run } = useWorkbench();
  const columns = resultColumns(run.results, state);
  const rules = toList(value as ConditionalRule[] | null);
  const textOf = (rule: ConditionalRule) =>
    ruleText(rule, (name) => columns.find((one) => one.name === name)?.label ?? name);
  return (
    <PickList
      id={id}
      label={label}
      multi
      problem={problem}
      describedBy={describedBy}
      placeholder={t("Add a rule")}
      picks={rules.map(
        (rule, index): Pick => ({ key: `${index}${textOf(rule)}`, mark: "numeric", text: textOf(rule) }),
      )}
      previewOf={() => undefined}
      onDropItem={() => undefined}
      onRemove={(index) => onChange(removed(rules, index))}
      onMove={(from, to) => onChange(moved(rules, from, to))}
      renderEditor={(index, close) => (
        <RuleEditor
          rule={index === undefined ? undefined : rules[index]}
          columns={columns}
          onCancel={close}
          onApply={(rule) => {
            onChange(index === undefined ? [...rules, rule] : replaced(rules, index, rule));
            close();
          }}
        />
      )}
    />
  );
}

const COLORS: readonly (readonly [key: string, name: string, css: string])[] = [
  ["colorSuccess", t("Good"), "var(--tessera-color-success)"],
  ["colorWarning", t("Warning"), "var(--tessera-color-warning)"],
  ["colorError", t("Bad"), "var(--tessera-color-error)"],
];

function colorsWith(own: string | null | undefined): typeof COLORS {
  return !own || COLORS.some(([key]) => key === own) ? COLORS : [...COLORS, [own, own, own]];
}

interface RuleEditorProps {
  rule: ConditionalRule | undefined;
  columns: readonly ResultColumn[];
  onApply(rule: ConditionalRule): void;
  onCancel(): void;
}

function RuleEditor({ rule, columns, onApply, onCancel }: RuleEditorProps) {
  const [draft, setDraft] = useState<ConditionalRule>(
    rule ?? { column: columns.find((one) => one.type === 0)?.name, operator: ">", colorScheme: "colorSuccess" },
  );
  const change = (part: Partial<ConditionalRule>) => setDraft({ ...draft, ...part });
  const type = columns.find((column) => column.name === draft.column)?.type ?? GENERIC_TYPE.NUMERIC;
  const fields = (
    <>
      <Field label={t("Column")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.column ?? undefined}
            options={columns.map(({ name, label }) => ({ value: name, label }))}
            onChange={(column: string) => change({ column })}
          />
        )}
      </Field>
      <Field label={t("Condition")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.operator ?? "None"}
            options={operatorsOfType(type).map((one) => ({ value: one, label: operatorName(one) }))}
            onChange={(operator: string) => change({ operator })}
          />
        )}
      </Field>
      <Targets draft={draft} isText={type === GENERIC_TYPE.STRING} onChange={change} />
      <Field label={t("Color")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.colorScheme ?? "colorSuccess"}
            options={colorsWith(draft.colorScheme).map(([value, name, color]) => ({
              value,
              label: (
                <span className={styles.option}>
                  <span className={styles.swatch} style={{ background: color }} aria-hidden />
                  {name}
                </span>
              ),
            }))}
            onChange={(colorScheme: string) => change({ colorScheme })}
          />
        )}
      </Field>
    </>
  );
  return (
    <EditorFrame
      label={t("Rule")}
      tabs={[{ key: "rule", label: t("Rule"), content: fields }]}
      active="rule"
      onTab={() => undefined}
      problem={ruleProblem(draft)}
      onCancel={onCancel}
      onApply={() => onApply(draft)}
    />
  );
}

interface TargetsProps {
  draft: ConditionalRule;
  isText: boolean;
  onChange(part: Partial<ConditionalRule>): void;
}

function Targets({ draft, isText, onChange }: TargetsProps) {
  const operator = draft.operator ?? "None";
  if (operator === "None" || operator.startsWith("is ")) return null;
  if (isText) {
    return (
      <Field label={t("Text")}>
        {(id) => (
          <Input
            id={id}
            value={String(draft.targetValue ?? "")}
            onChange={(event) => onChange({ targetValue: event.target.value })}
          />
        )}
      </Field>
    );
  }
  const names = isTwoSided(operator) ? (["targetValueLeft", "targetValueRight"] as const) : (["targetValue"] as const);
  return names.map((name) => (
    <Field
      key={name}
      label={name === "targetValueLeft" ? t("From") : name === "targetValueRight" ? t("To") : t("Value")}
    >
      {(id) => (
        <InputNumber
          id={id}
          className={styles.wide}
          value={numberOf(draft[name])}
          onChange={(next) => onChange({ [name]: next })}
        />
      )}
    </Field>
  ));
}

function numberOf(value: string | number | null | undefined): number | null {
  return value === null || value === undefined || value === "" ? null : Number(value);
}
