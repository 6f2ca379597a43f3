import type { Ref } from "react";
import { densityOf } from "../density.ts";
import styles from "./MapChart.module.css";
import type { LegendPart, MapLegend } from "./map-spec.ts";

interface Props {
  ref?: Ref<HTMLDivElement>;
  legend: MapLegend;
  width: number;
  height: number;
}

export function MapLegendBox({ ref, legend, width, height }: Props) {
  const density = densityOf(width, height);
  const parts = density === "full" ? legend.parts : density === "compact" ? legend.parts.flatMap(onOneLine) : [];
  if (parts.length === 0) return null;
  return (
    <div
      ref={ref}
      className={styles.legend}
      data-corner={legend.corner}
      data-density={density}
      title={density === "compact" ? legend.title : undefined}
      style={{ maxHeight: Math.max(48, height * 0.6) }}
    >
      {legend.title ? <div className={styles.legendTitle}>{legend.title}</div> : null}
      {parts.map((part) => (
        <Part key={JSON.stringify(part)} part={part} />
      ))}
    </div>
  );
}

function onOneLine(part: LegendPart): LegendPart[] {
  if (part.kind === "ramp") return [part];
  const { items: listed, ends, isFalling } = part;
  const items = isFalling ? listed.toReversed() : listed;
  const wide = items.length > 1 ? 8 : 1;
  return ends
    ? [{ kind: "ramp", colors: items.flatMap(({ color }) => Array.from({ length: wide }, () => color)), ...ends }]
    : [];
}

function Part({ part }: { part: LegendPart }) {
  if (part.kind === "ramp") {
    const { colors, low, high } = part;
    // A single value has one color.
    const isOne = colors.length === 1;
    return (
      <div className={styles.ramp} data-one={isOne || undefined}>
        <div style={{ background: isOne ? colors[0] : `linear-gradient(to right, ${colors.join(", ")})` }} />
        <span>
          <bdi>{low}</bdi>
        </span>
        {isOne ? null : (
          <span>
            <bdi>{high}</bdi>
          </span>
        )}
      </div>
    );
  }
  return (
    <ul className={styles.items}>
      {part.items.map(({ color, label }) => (
        <li key={label}>
          <i style={{ background: color }} />
          <span title={label}>
            <bdi>{label}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
