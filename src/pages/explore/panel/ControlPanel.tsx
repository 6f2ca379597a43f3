import { Search } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { RunBar } from "../controls/RunBar.tsx";
import { TypeStrip } from "../controls/TypeStrip.tsx";
import { panelSections, searchControls, type Tab } from "../state/visibility.ts";
import { useBench, useChartType, useControlState, useStanding } from "../workbench/store-context.ts";
import { ControlSection } from "./ControlSection.tsx";
import styles from "./panel.module.css";

/** Everything one can choose about the chart: its type, its data, its looks, and the button that runs it. */
export function ControlPanel() {
  const type = useChartType();
  const state = useControlState();
  const { problems } = useStanding();
  const { store } = useBench();
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
          isFound={needle !== ""}
          state={state}
          problems={problems}
          onChange={set}
        />
      ))}
      {needle && shown.length === 0 ? <p className={styles.nothing}>No control matches “{needle}”.</p> : null}
      {type ? null : <p className={styles.nothing}>This chart type is not available here. Its settings are kept.</p>}
    </div>
  );
  const tabs = [
    { key: "data", label: "Data", count: countOf("data"), content: list },
    { key: "customize", label: "Customize", count: countOf("customize"), content: list },
    ...(panels.some((panel) => panel.tab === "matrixify")
      ? [{ key: "matrixify", label: "Matrixify", count: countOf("matrixify"), content: list }]
      : []),
  ];
  return (
    <section className={styles.panel} aria-label="Chart controls">
      <TypeStrip />
      <div className={styles.tabs}>
        <Tabs
          label="Controls"
          tabs={tabs}
          active={tab}
          onChange={(key) => setTab(key as Tab)}
          extra={
            <IconButton
              label="Search controls"
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
            <SearchField label="Search controls" value={text} onChange={setText} autoFocus />
          </div>
        ) : null}
      </div>
      <RunBar />
    </section>
  );
}
