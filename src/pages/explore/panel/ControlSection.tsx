import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { ControlState } from "../../../chart-seam/control.ts";
import type { PanelSection } from "../state/visibility.ts";
import { ControlField } from "./ControlField.tsx";
import styles from "./panel.module.css";

interface ControlSectionProps {
  panel: PanelSection;
  /** The first section of a tab has no head: it is what the tab is for. */
  isFirst: boolean;
  /** Found by a search, so shown open. */
  isFound: boolean;
  state: ControlState;
  problems: Readonly<Record<string, string>>;
  onChange(name: string, value: unknown): void;
}

/** A section that opens and shows how many of its controls are set, and how many have problems. */
export function ControlSection({ panel, isFirst, isFound, state, problems, onChange }: ControlSectionProps) {
  const { section, rows } = panel;
  const [opened, setOpened] = useState(section.expanded ?? false);
  const body = useId();
  const isPlain = isFirst && !isFound;
  const isOpen = isPlain || isFound || opened;
  return (
    <div className={styles.section} data-plain={isPlain || undefined}>
      {isPlain ? (
        <h2 className="visually-hidden">{section.label}</h2>
      ) : (
        <h2 className={styles.sectionHead}>
          <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setOpened(!isOpen)}>
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            <span className={styles.sectionName}>{section.label}</span>
            <SectionCount panel={panel} />
          </button>
        </h2>
      )}
      {isOpen ? (
        <div id={body} className={styles.rows}>
          {rows.map((row) => (
            <div key={row.map((control) => control.name).join()} className={styles.controlRow}>
              {row.map((control) => (
                <ControlField
                  key={control.name}
                  control={control}
                  state={state}
                  problem={problems[control.name]}
                  onChange={onChange}
                />
              ))}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function SectionCount({ panel }: { panel: PanelSection }) {
  const { setCount, problemCount, tab } = panel;
  if (problemCount > 0) {
    const noun = problemCount === 1 ? "problem" : "problems";
    return (
      <span className={styles.problemCount}>
        {problemCount} {noun}
      </span>
    );
  }
  const text = setCount > 0 ? `${setCount} set` : "Off";
  return setCount > 0 || tab === "data" ? <span className={styles.setCount}>{text}</span> : null;
}
