import type { Ref } from "react";
import { densityOf } from "../density.ts";
import styles from "./MapChart.module.css";
import type { LegendPart, MapLegend } from "./picture.ts";

interface Props {
  ref?: Ref<HTMLDivElement>;
  legend: MapLegend;
  /** Of the map, pixels. */
  width: number;
  height: number;
}

/** What the colours of a map mean, in one of its corners. Small maps have room for a ramp on one line. */
export function MapLegendBox({ ref, legend, width, height }: Props) {
  const density = densityOf(width, height);
  const parts = legend.parts.filter((part) => density === "full" || (density === "compact" && part.kind === "ramp"));
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

function Part({ part }: { part: LegendPart }) {
  if (part.kind === "ramp") {
    return (
      <div className={styles.ramp}>
        <div style={{ background: `linear-gradient(to right, ${part.colors.join(", ")})` }} />
        <span>{part.low}</span>
        <span>{part.high}</span>
      </div>
    );
  }
  return (
    <ul className={styles.items}>
      {part.items.map(({ color, label }) => (
        <li key={label}>
          <i style={{ background: color }} />
          <span title={label}>{label}</span>
        </li>
      ))}
    </ul>
  );
}
