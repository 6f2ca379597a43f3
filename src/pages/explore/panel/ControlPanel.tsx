import { ChevronDown, ChevronRight, Search } from "lucide-react";
import { useDeferredValue, useId, useMemo, useState } from "react";
import type { ControlState } from "../../../chart-seam/control.ts";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { RunBar } from "../controls/RunBar.tsx";
import { TypeStrip } from "../controls/TypeStrip.tsx";
import { type PanelSection, panelSections, searchControls, type Tab } from "../state/visibility.ts";
import { useChartType, useControlState, useDerivedState, useWorkbench } from "../workbench/store-context.ts";
import { ControlField } from "./ControlField.tsx";
import styles from "./panel.module.css";

export function ControlPanel() {
  const type = useChartType();
  const state = useControlState();
  const { problems } = useDerivedState();
  const { store } = useWorkbench();
  const [tab, setTab] = useState<Tab>("data");
  const [isSearching, setIsSearching] = useState(false);
  const [text, setText] = useState("");
  const needle = useDeferredValue(text);
  const panels = useMemo(() => (type ? panelSections(type, state, problems) : []), [type, state, problems]);
  const set = store.getState().set;
  const shown = needle ? searchControls(panels, needle, state) : panels.filter((panel) => panel.tab === tab);
  const countOf = (name: Tab) =>
    panels.filter((panel) => panel.tab === name).reduce((sum, panel) => sum + panel.problemCount, 0);
  const list = (
    <div className={styles.sections}>
      {shown.map((panel, index) => (
        <ControlSection
          key={panel.section.label}
          panel={panel}
          isFirst={index === 0}
          isSearchResult={needle !== ""}
          state={state}
          problems={problems}
          onChange={set}
        />
      ))}
      {needle && shown.length === 0 ? (
        <p className={styles.nothing}>{t("No controls match “{text}”.", { text: needle })}</p>
      ) : null}
      {type ? null : <p className={styles.nothing}>{t("This chart type isn't available. Its settings are kept.")}</p>}
    </div>
  );
  const tabs = [
    { key: "data", label: t("Data"), count: countOf("data"), content: list },
    { key: "customize", label: t("Customize"), count: countOf("customize"), content: list },
    ...(panels.some((panel) => panel.tab === "matrixify")
      ? [{ key: "matrixify", label: t("Chart grid"), count: countOf("matrixify"), content: list }]
      : []),
  ];
  return (
    <section className={styles.panel} aria-label={t("Chart controls")}>
      <TypeStrip />
      <div className={styles.tabs}>
        <Tabs
          label={t("Controls")}
          tabs={tabs}
          active={tab}
          onChange={(key) => setTab(key as Tab)}
          extra={
            <IconButton
              label={t("Search controls")}
              icon={<Search size={16} />}
              size={24}
              pressed={isSearching}
              onClick={() => {
                setIsSearching(!isSearching);
                setText("");
              }}
            />
          }
        />
        {isSearching ? (
          <div className={styles.search}>
            <SearchField label={t("Search controls")} value={text} onChange={setText} autoFocus />
          </div>
        ) : null}
      </div>
      <RunBar />
    </section>
  );
}

interface ControlSectionProps {
  panel: PanelSection;
  /** The first section of a tab has no heading and is always open. */
  isFirst: boolean;
  isSearchResult: boolean;
  state: ControlState;
  problems: Readonly<Record<string, string>>;
  onChange(name: string, value: unknown): void;
}

function ControlSection({ panel, isFirst, isSearchResult, state, problems, onChange }: ControlSectionProps) {
  const { section, rows } = panel;
  const [isExpanded, setExpanded] = useState(section.expanded ?? false);
  const body = useId();
  const isPlain = isFirst && !isSearchResult;
  const isOpen = isPlain || isSearchResult || isExpanded;
  return (
    <div className={styles.section} data-plain={isPlain || undefined}>
      {isPlain ? (
        <h2 className="visually-hidden">{t(section.label)}</h2>
      ) : (
        <h2 className={styles.sectionHead}>
          <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setExpanded(!isOpen)}>
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            <span className={styles.sectionName}>{t(section.label)}</span>
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
    return (
      <span className={styles.problemCount}>
        {t("{count, plural, one {# problem} other {# problems}}", { count: problemCount })}
      </span>
    );
  }
  const text = setCount > 0 ? t("{count, number} set", { count: setCount }) : t("Off");
  return setCount > 0 || tab === "data" ? <span className={styles.setCount}>{text}</span> : null;
}
