import { Clock } from "lucide-react";
import { columnKind } from "../../model/column-kind.ts";
import type { DatasetColumn } from "../../model/dataset.ts";
import styles from "./TypeMark.module.css";

export type Mark = "metric" | "calculated" | "temporal" | "numeric" | "boolean" | "text";

const GLYPHS: Readonly<Record<Exclude<Mark, "temporal">, string>> = {
  metric: "ƒ",
  calculated: "ƒ",
  numeric: "#",
  boolean: "±",
  text: "A",
};

export function markOf(column: DatasetColumn): Mark {
  return column.expression ? "calculated" : columnKind(column);
}

export function TypeMark({ mark }: { mark: Mark }) {
  return (
    <span className={styles.mark} data-mark={mark} aria-hidden>
      {mark === "temporal" ? <Clock size={12} /> : GLYPHS[mark]}
    </span>
  );
}
