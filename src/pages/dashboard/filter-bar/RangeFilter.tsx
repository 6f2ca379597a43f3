import { useState } from "react";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, maskValues, type Range, rangeMask, rangeProblem } from "../../../model/native-filter-query.ts";
import { RangeSlider } from "../../../ui/RangeSlider.tsx";
import { useView, useViewActions } from "../state/context.ts";
import { fieldId } from "../state/open-filters.ts";
import { FieldMessage } from "./FieldMessage.tsx";
import styles from "./FilterBar.module.css";
import { type Extent, useExtent, useHistogram } from "./use-options.ts";

const STEPS = 200;

export function RangeFilter({ filter }: { filter: NativeFilter }) {
  const { singleValue, rangeDisplay } = filterControls(filter);
  const mask = useView((view) => view.chosen[filter.id]);
  const actions = useViewActions();
  const { extent, isLoading, error, retry } = useExtent(filter);
  const slider = hasSlider(filter) ? extent : undefined;
  const bins = useHistogram(filter, slider);
  const [draft, setDraft] = useState<Range | null>(null);
  const [problem, setProblem] = useState<string>();
  const range = draft ?? rangeOf(mask ? maskValues(mask) : []);
  const commit = (next: Range) => {
    const newProblem = rangeProblem(next, singleValue);
    setProblem(newProblem);
    setDraft(newProblem ? next : null);
    if (!newProblem) actions().choose(filter.id, rangeMask(filter, openEnds(next, extent, singleValue !== undefined)));
  };
  const step = extent ? niceStep(extent) : 1;
  return (
    <div className={styles.range} id={fieldId(filter.id)} tabIndex={-1}>
      {slider ? (
        <>
          <Histogram bins={bins} range={range} extent={slider} />
          <RangeSlider
            min={slider.low}
            max={slider.high}
            step={step}
            value={[range[0] ?? slider.low, range[1] ?? slider.high]}
            labels={[t("{name}, minimum", { name: filter.name }), t("{name}, maximum", { name: filter.name })]}
            onMove={setDraft}
            onChange={commit}
          />
        </>
      ) : (
        <SliderPlaceholder isShown={isLoading && hasSlider(filter)} />
      )}
      {rangeDisplay !== "slider" || singleValue !== undefined ? (
        <RangeInputs filter={filter} range={range} extent={extent} problem={problem} onCommit={commit} />
      ) : null}
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <FieldMessage error={error} onRetry={retry} />
    </div>
  );
}

const SliderPlaceholder = ({ isShown }: { isShown: boolean }) => isShown && <div className={styles.comingSlider} />;

function hasSlider(filter: NativeFilter): boolean {
  const { singleValue, rangeDisplay } = filterControls(filter);
  return rangeDisplay !== "input" && singleValue === undefined;
}

function rangeOf(values: readonly unknown[]): Range {
  const end = (value: unknown) => (typeof value === "number" ? value : null);
  return [end(values[0]), end(values[1])];
}

/** An end equal to the column's own end is left open, as it filters nothing. */
export function openEnds([low, high]: Range, extent: Extent | undefined, isSingle: boolean): Range {
  if (!extent || isSingle) return [low, high];
  return [low !== null && low <= extent.low ? null : low, high !== null && high >= extent.high ? null : high];
}

export function niceStep({ low, high }: Extent): number {
  const rough = (high - low) / STEPS;
  if (rough <= 0) return 1;
  if (Number.isInteger(low) && Number.isInteger(high) && rough < 1) return 1;
  return 10 ** Math.floor(Math.log10(rough));
}

function Histogram({ bins, range, extent }: { bins: readonly number[] | undefined; range: Range; extent: Extent }) {
  const max = Math.max(1, ...(bins ?? []));
  const width = (extent.high - extent.low) / (bins?.length ?? 1);
  const isIn = (at: number) => {
    const start = extent.low + at * width;
    return start + width > (range[0] ?? extent.low) && start < (range[1] ?? extent.high);
  };
  return (
    <div className={styles.histogram} aria-hidden data-histogram>
      {(bins ?? []).map((count, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
          key={at}
          data-out={!isIn(at) || undefined}
          style={{ height: `${count === 0 ? 0 : Math.max(4, (count / max) * 100)}%` }}
        />
      ))}
    </div>
  );
}

interface RangeInputsProps {
  filter: NativeFilter;
  range: Range;
  extent: Extent | undefined;
  problem: string | undefined;
  onCommit(range: Range): void;
}

function RangeInputs({ filter, range, extent, problem, onCommit }: RangeInputsProps) {
  const { singleValue } = filterControls(filter);
  const { name } = filter;
  const from =
    singleValue === "exact"
      ? { label: t("{name} exactly", { name }), placeholder: t("exactly") }
      : { label: t("{name} from", { name }), placeholder: t("from##number") };
  const to = { label: t("{name} to", { name }), placeholder: t("to##number") };
  const ends = [
    { at: 0 as const, ...from, shown: singleValue !== "max" },
    { at: 1 as const, ...to, shown: singleValue === undefined || singleValue === "max" },
  ];
  const commit = (at: 0 | 1, text: string) => {
    const entered = text.trim() === "" ? null : Number(text);
    if (entered !== null && !Number.isFinite(entered)) return;
    const next: Range = at === 0 ? [entered, range[1]] : [range[0], entered];
    if (next[0] !== range[0] || next[1] !== range[1] || problem) onCommit(next);
  };
  return (
    <div className={styles.ends}>
      {ends
        .filter((end) => end.shown)
        .map((end) => (
          <EndField
            key={end.at}
            label={end.label}
            value={range[end.at]}
            isWrong={problem !== undefined}
            placeholder={extent ? number(end.at === 0 ? extent.low : extent.high) : end.placeholder}
            onCommit={(text) => commit(end.at, text)}
          />
        ))}
    </div>
  );
}

interface EndFieldProps {
  label: string;
  value: number | null;
  isWrong: boolean;
  placeholder: string;
  onCommit(text: string): void;
}

function EndField({ label, value, isWrong, placeholder, onCommit }: EndFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? (value === null ? "" : String(value));
  const commit = () => {
    setDraft(null);
    onCommit(text);
  };
  return (
    <input
      type="number"
      step="any"
      aria-label={label}
      aria-invalid={isWrong}
      value={text}
      placeholder={placeholder}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
