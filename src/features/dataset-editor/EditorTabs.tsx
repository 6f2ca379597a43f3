import { type ReactNode, useState } from "react";
import { Tabs } from "../../ui/Tabs.tsx";
import { CalculatedTab } from "./CalculatedTab.tsx";
import { ColumnsTab } from "./ColumnsTab.tsx";
import styles from "./dataset-editor.module.css";
import type { ColumnDraft } from "./draft.ts";
import { FoldersTab } from "./FoldersTab.tsx";
import { placesOf } from "./folders.ts";
import { MetricsTab } from "./MetricsTab.tsx";
import { SettingsTab } from "./SettingsTab.tsx";
import { SourceTab } from "./SourceTab.tsx";
import { type EditorTab, isCalculated, type TabProps } from "./tab.ts";
import { UsageTab } from "./UsageTab.tsx";
import type { Usage } from "./usage.ts";

interface EditorTabsProps extends TabProps {
  usage: Usage | undefined;
  tab: EditorTab;
}

/** The seven tabs with their counts and problems. */
export function EditorTabs({ usage, tab, ...props }: EditorTabsProps) {
  const [active, setActive] = useState<EditorTab>(tab);
  const { columns, metrics, folders } = props.draft;
  const calculated = columns.filter(isCalculated);
  const wrong = (places: readonly string[]) => places.filter((place) => props.problems[place]).length;
  const wrongColumns = (list: readonly ColumnDraft[]) => wrong(list.map((column) => `column ${column.key}`));
  const physical = columns.filter((column) => !isCalculated(column));
  const findings = physical.filter((column) => column.found || column.typeBefore !== undefined).length;
  return (
    <div className={styles.frame}>
      <Tabs
        label="Parts of the dataset"
        active={active}
        onChange={(key) => setActive(key as EditorTab)}
        tabs={[
          {
            key: "source",
            label: <Label text="Source" wrong={wrong(["table_name"])} />,
            content: <SourceTab {...props} />,
          },
          {
            key: "metrics",
            label: (
              <Label text="Metrics" count={metrics.length} wrong={wrong(metrics.map((one) => `metric ${one.key}`))} />
            ),
            content: <MetricsTab {...props} />,
          },
          {
            key: "columns",
            label: <Label text="Columns" count={physical.length} wrong={wrongColumns(physical) + findings} />,
            content: <ColumnsTab {...props} />,
          },
          {
            key: "calculated",
            label: <Label text="Calculated columns" count={calculated.length} wrong={wrongColumns(calculated)} />,
            content: <CalculatedTab {...props} />,
          },
          {
            key: "folders",
            label: <Label text="Folders" count={placesOf(folders).length || undefined} wrong={wrong(["folders"])} />,
            content: <FoldersTab {...props} />,
          },
          {
            key: "settings",
            label: <Label text="Settings" wrong={wrong(["extra", "template_params"])} />,
            content: <SettingsTab {...props} />,
          },
          {
            key: "usage",
            label: <Label text="Usage" count={usage?.charts.count} />,
            content: <UsageTab usage={usage} />,
          },
        ]}
      />
    </div>
  );
}

function Label({ text, count, wrong = 0 }: { text: string; count?: number | undefined; wrong?: number }): ReactNode {
  return (
    <>
      {text}
      {count === undefined ? null : <span className={styles.tabCount}>{count}</span>}
      {wrong > 0 ? (
        <span className={styles.tabWrong}>
          {wrong}
          <span className="visually-hidden"> to look at</span>
        </span>
      ) : null}
    </>
  );
}
