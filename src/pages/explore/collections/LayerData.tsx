import { Input, Select } from "antd";
import { show as showChart } from "../../../api/chart/contract.ts";
import styles from "../../../features/adhoc/editors.module.css";
import { t } from "../../../i18n/translate.ts";
import type { AnnotationLayer } from "../../../model/annotation-layer.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { LayerCheck } from "./LayerDisplay.tsx";
import type { LayerFieldsProps } from "./LayerEditor.tsx";
import { resultColumnsOf } from "./layer-rules.ts";

type ColumnKey = "timeColumn" | "intervalEndColumn" | "titleColumn";

export function LayerData({ draft, onChange }: LayerFieldsProps) {
  const id = Number(draft.value) || undefined;
  const { data: chart } = useFetched(id === undefined ? undefined : `annotation chart ${id}`, (signal) =>
    call(showChart, { params: { id: String(id) } }, { signal }),
  );
  const names = resultColumnsOf(chart?.result.params);
  const isMarks = draft.annotationType !== "TIME_SERIES";
  return (
    <>
      <ColumnField draft={draft} onChange={onChange} names={names} name="timeColumn" label={t("Time column")} />
      {draft.annotationType === "INTERVAL" ? (
        <ColumnField
          draft={draft}
          onChange={onChange}
          names={names}
          name="intervalEndColumn"
          label={t("Interval end column")}
        />
      ) : null}
      {isMarks ? (
        <>
          <ColumnField draft={draft} onChange={onChange} names={names} name="titleColumn" label={t("Title column")} />
          <Field label={t("Description columns")}>
            {(field) => (
              <Select
                id={field}
                mode="tags"
                className={styles.wide}
                value={draft.descriptionColumns ?? []}
                options={names.map(toOption)}
                onChange={(descriptionColumns: string[]) => onChange({ descriptionColumns })}
              />
            )}
          </Field>
        </>
      ) : null}
      <Overrides draft={draft} onChange={onChange} />
    </>
  );
}

const toOption = (name: string) => ({ value: name, label: name });

function ColumnField({
  draft,
  onChange,
  names,
  name,
  label,
}: LayerFieldsProps & { names: readonly string[]; name: ColumnKey; label: string }) {
  const value = draft[name];
  const all = value && !names.includes(value) ? [value, ...names] : names;
  return (
    <Field label={label}>
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          allowClear
          showSearch
          placeholder={t("Choose a column")}
          value={value || undefined}
          options={all.map(toOption)}
          onChange={(next: string | undefined) => onChange({ [name]: next ?? null })}
        />
      )}
    </Field>
  );
}

function Overrides({ draft, onChange }: LayerFieldsProps) {
  const overrides = draft.overrides ?? {};
  const flag = (key: "time_range" | "time_grain_sqla", label: string) => (
    <LayerCheck
      label={label}
      isOn={key in overrides}
      onChange={(isOn) => {
        const { [key]: _, ...rest } = overrides;
        onChange({ overrides: (isOn ? { ...rest, [key]: null } : rest) as AnnotationLayer["overrides"] });
      }}
    />
  );
  return (
    <>
      <div className={styles.field}>
        {flag("time_range", t("Use this chart's time range"))}
        {flag("time_grain_sqla", t("Use this chart's time grain"))}
      </div>
      <Field label={t("Time shift")} hint={t("For example 24 hours, 7 days, 56 weeks, 365 days")}>
        {(id) => (
          <Input
            id={id}
            value={overrides.time_shift ?? ""}
            onChange={(event) => {
              const { time_shift: _, ...rest } = overrides;
              const text = event.target.value;
              onChange({ overrides: text === "" ? rest : { ...rest, time_shift: text } });
            }}
          />
        )}
      </Field>
    </>
  );
}
