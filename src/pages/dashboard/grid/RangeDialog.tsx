import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { asMoments, onClock, zonesOf } from "../../../chart-kit/format/zoned.ts";
import type { RangeColumn } from "../../../chart-seam/chart-type.ts";
import { loadChartType } from "../../../chart-types/index.ts";
import { DateTimeField } from "../../../features/time-range/index.ts";
import { t } from "../../../i18n/translate.ts";
import { timeGrainOf } from "../../../query/query-context.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useViewActions } from "../state/context.ts";
import styles from "./RangeDialog.module.css";
import { selectionOfTyped, type TypedRange, typedRanges } from "./range-fields.ts";
import type { Tile } from "./use-tile.ts";

interface RangeDialogProps {
  chartId: number;
  title: string;
  tile: Tile;
  onClose(): void;
}

/** The fields of what dragging across the chart selects. */
export function RangeDialog(props: RangeDialogProps) {
  const { title, tile, onClose } = props;
  const { formData, dataset } = tile;
  const { data: columns } = useQuery({
    queryKey: ["chart-ranges", formData, dataset?.id],
    queryFn: async () => (await loadChartType(formData.viz_type))?.ranges?.(formData, dataset) ?? [],
  });
  if (columns && columns.length > 0) return <RangeForm {...props} columns={columns} />;
  return (
    <Dialog open title={t("Filter by range: {chart}", { chart: title })} onClose={onClose}>
      <p>{columns ? t("This chart has no column with a range.") : t("Loading…")}</p>
    </Dialog>
  );
}

function RangeForm({ chartId, title, tile, columns, onClose }: RangeDialogProps & { columns: readonly RangeColumn[] }) {
  const actions = useViewActions();
  const results = tile.state?.results;
  const zones = zonesOf(results);
  const [typed, setTyped] = useState(() => {
    const selected = tile.selected && onClock(tile.selected, zones);
    return typedRanges(columns, selected, { results, grain: timeGrainOf(tile.formData) });
  });
  const selection = selectionOfTyped(typed);
  const change = (next: TypedRange) => setTyped(typed.map((one) => (one.column === next.column ? next : one)));
  const apply = () => {
    if (!selection) return;
    actions().select(chartId, asMoments(selection, zones), false);
    onClose();
  };
  const clear = () => {
    actions().clearSelection(chartId);
    onClose();
  };
  return (
    <Dialog
      open
      title={t("Filter by range: {chart}", { chart: title })}
      onClose={onClose}
      primary={{ label: t("Apply"), disabled: !selection, onClick: apply }}
      footerNote={selection ? selection.label : t("Enter a start and a later end.")}
    >
      <p className={styles.hint}>{t("Filters the other charts. Dragging across the chart does the same.")}</p>
      {typed.map((one) => (
        <RangeRow key={one.column} range={one} label={nameOf(tile, one.column)} onChange={change} />
      ))}
      {tile.selected ? <Button onClick={clear}>{t("Clear range")}</Button> : null}
    </Dialog>
  );
}

const nameOf = ({ dataset }: Tile, column: string) => dataset?.verbose_map?.[column] || column;

interface RowProps {
  range: TypedRange;
  label: string;
  onChange(range: TypedRange): void;
}

function RangeRow({ range, label, onChange }: RowProps) {
  const { kind, from, to } = range;
  return (
    <fieldset className={styles.range}>
      <legend dir="auto">{label}</legend>
      {kind === "time" ? (
        <>
          <DateTimeField
            dateLabel={t("Start date")}
            timeLabel={t("Start time")}
            at={from}
            onChange={(at) => onChange({ ...range, from: at })}
          />
          <span aria-hidden>–</span>
          <DateTimeField
            dateLabel={t("End date")}
            timeLabel={t("End time")}
            at={to}
            onChange={(at) => onChange({ ...range, to: at })}
          />
        </>
      ) : (
        <>
          <Input
            type="number"
            step="any"
            aria-label={t("From")}
            value={from}
            onChange={(event) => onChange({ ...range, from: event.target.value })}
          />
          <span aria-hidden>–</span>
          <Input
            type="number"
            step="any"
            aria-label={t("To")}
            value={to}
            onChange={(event) => onChange({ ...range, to: event.target.value })}
          />
        </>
      )}
    </fieldset>
  );
}
