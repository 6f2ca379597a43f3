import { Input, InputNumber, Select } from "antd";
import { useEffect, useId, useRef } from "react";
import { t } from "../../i18n/translate.ts";
import {
  CALENDAR_PERIODS,
  CURRENT_TEXTS,
  formatTimeRange,
  LAST_TEXTS,
  PERIODS,
  type TimeRange,
  type Unit,
} from "../../web/control-words/time-range.ts";
import { UNIT_OPTIONS } from "./RangeEnds.tsx";
import { type Rolling, rangeOfRolling } from "./range-draft.ts";
import styles from "./TimeRangePanel.module.css";

const PREVIOUS_TEXTS = {
  week: t("Previous calendar week"),
  month: t("Previous calendar month"),
  quarter: t("Previous calendar quarter"),
  year: t("Previous calendar year"),
};

interface Preset {
  range: TimeRange;
  text: string;
}

const GROUPS: readonly (readonly Preset[])[] = [
  [{ range: { kind: "none" }, text: t("No filter") }],
  PERIODS.map((period) => ({ range: { kind: "last", period }, text: LAST_TEXTS[period]() })),
  PERIODS.map((period) => ({ range: { kind: "current", period }, text: CURRENT_TEXTS[period]() })),
  CALENDAR_PERIODS.map((period) => ({ range: { kind: "previous", period }, text: PREVIOUS_TEXTS[period] })),
];

interface RangeTypesProps {
  range: TimeRange;
  isRolling: boolean;
  onChange(range: TimeRange): void;
  onRelative(): void;
  onCustom(): void;
  onAdvanced(): void;
}

export function RangeTypes({ range, isRolling, onChange, onRelative, onCustom, onAdvanced }: RangeTypesProps) {
  const name = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const checked = list.current?.querySelector<HTMLElement>("[data-checked]");
    checked?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, []);
  const current = formatTimeRange(range);
  const isCustom = range.kind === "custom";
  const choice = (text: string, isChecked: boolean, onChoose: () => void) => (
    <label key={text} className={styles.type} data-checked={isChecked || undefined}>
      <input type="radio" name={name} className="visually-hidden" checked={isChecked} onChange={onChoose} />
      {text}
    </label>
  );
  return (
    <fieldset ref={list} className={styles.types}>
      <legend className="visually-hidden">{t("Range type")}</legend>
      {GROUPS.map((presets) => (
        <div key={presets[0]?.text} className={styles.group}>
          {presets.map((preset) =>
            choice(preset.text, range.kind === preset.range.kind && formatTimeRange(preset.range) === current, () =>
              onChange(preset.range),
            ),
          )}
        </div>
      ))}
      <div className={styles.group}>
        {choice(t("Relative"), isCustom && isRolling, onRelative)}
        {choice(t("Custom"), isCustom && !isRolling, onCustom)}
        {choice(t("Advanced"), range.kind === "advanced", onAdvanced)}
      </div>
    </fieldset>
  );
}

export const LAST_WEEK: Rolling = { amount: 7, unit: "day", until: "today" };

interface RollingFieldsProps {
  rolling: Rolling | undefined;
  onChange(range: TimeRange): void;
}

export function RollingFields({ rolling, onChange }: RollingFieldsProps) {
  const shown = rolling ?? LAST_WEEK;
  const change = (part: Partial<Rolling>) => onChange(rangeOfRolling({ ...shown, ...part }));
  return (
    <fieldset className={styles.rolling} data-chosen={rolling ? true : undefined}>
      <legend className="visually-hidden">{t("Relative")}</legend>
      <span aria-hidden>{t("Last")}</span>
      <InputNumber
        aria-label={t("Amount")}
        min={1}
        max={99_999}
        precision={0}
        value={shown.amount}
        onChange={(amount) => amount !== null && change({ amount })}
      />
      <Select
        aria-label={t("Unit")}
        value={shown.unit}
        options={UNIT_OPTIONS}
        onChange={(unit: Unit) => change({ unit })}
      />
      <Select
        aria-label={t("Until")}
        value={shown.until}
        options={[
          { value: "today", label: t("until midnight today") },
          { value: "now", label: t("until now") },
        ]}
        popupMatchSelectWidth={false}
        onChange={(until: Rolling["until"]) => change({ until })}
      />
    </fieldset>
  );
}

type Advanced = Extract<TimeRange, { kind: "advanced" }>;

export function AdvancedRange({ range, onChange }: { range: Advanced; onChange(range: TimeRange): void }) {
  const since = useId();
  const until = useId();
  return (
    <div className={styles.advanced}>
      <div className={styles.ends}>
        <div className={styles.end}>
          <label htmlFor={since}>{range.isWhole ? t("Range") : t("From (inclusive)")}</label>
          <Input
            id={since}
            dir="ltr"
            value={range.since}
            placeholder={t("e.g. first day of last month")}
            onChange={(event) =>
              onChange({ ...range, since: event.target.value, isWhole: Boolean(range.isWhole) && range.until === "" })
            }
          />
        </div>
        <div className={styles.end}>
          <label htmlFor={until}>{t("To (exclusive)")}</label>
          <Input
            id={until}
            dir="ltr"
            value={range.until}
            placeholder={t("e.g. now")}
            onChange={(event) => onChange({ ...range, until: event.target.value, isWhole: false })}
          />
        </div>
      </div>
      <p className={styles.hint}>
        {t(
          "Use dates, phrases like “3 days ago”, or the functions DATETIME(), DATEADD(), DATETRUNC(), LASTDAY() and HOLIDAY().",
        )}
      </p>
    </div>
  );
}
