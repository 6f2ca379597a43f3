import { type ReactNode, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AssertionList, useAssertions } from "../assertions/index.ts";
import { CalculatedTab } from "./CalculatedTab.tsx";
import { ColumnsTab } from "./ColumnsTab.tsx";
import styles from "./dataset-editor.module.css";
import type { ColumnDraft } from "./draft.ts";
import { FoldersTab } from "./FoldersTab.tsx";
import { placesOf } from "./folders.ts";
import { useIsLocked } from "./lock.ts";
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

export function EditorTabs({ usage, tab, ...props }: EditorTabsProps) {
  const [active, setActive] = useState<EditorTab>(tab);
  const isLocked = useIsLocked();
  const assertions = useAssertions(props.dataset.id).data?.count;
  const { columns, metrics, folders } = props.draft;
  const calculated = columns.filter(isCalculated);
  const countProblems = (places: readonly string[]) => places.filter((place) => props.problems[place]).length;
  const countColumnProblems = (list: readonly ColumnDraft[]) =>
    countProblems(list.map((column) => `column ${column.key}`));
  const physical = columns.filter((column) => !isCalculated(column));
  const findings = physical.filter((column) => column.found || column.typeBefore !== undefined).length;
  return (
    <div className={styles.frame}>
      <Tabs
        label={t("Dataset settings")}
        active={active}
        onChange={(key) => setActive(key as EditorTab)}
        tabs={[
          {
            key: "source",
            label: <Label text={t("Source")} countProblems={countProblems(["table_name"])} />,
            content: <SourceTab {...props} />,
          },
          {
            key: "metrics",
            label: (
              <Label
                text={t("Metrics")}
                count={metrics.length}
                countProblems={countProblems(metrics.map((one) => `metric ${one.key}`))}
              />
            ),
            content: <MetricsTab {...props} />,
          },
          {
            key: "columns",
            label: (
              <Label
                text={t("Columns")}
                count={physical.length}
                countProblems={countColumnProblems(physical) + findings}
              />
            ),
            content: <ColumnsTab {...props} />,
          },
          {
            key: "calculated",
            label: (
              <Label
                text={t("Calculated columns")}
                count={calculated.length}
                countProblems={countColumnProblems(calculated)}
              />
            ),
            content: <CalculatedTab {...props} />,
          },
          {
            key: "assertions",
            label: <Label text={t("Assertions")} count={assertions} />,
            content: (
              <AssertionList dataset={props.dataset} isLocked={isLocked} fallback={<SkeletonLines lines={8} />} />
            ),
          },
          {
            key: "folders",
            label: (
              <Label
                text={t("Folders")}
                count={placesOf(folders).length || undefined}
                countProblems={countProblems(["folders"])}
              />
            ),
            content: <FoldersTab {...props} />,
          },
          {
            key: "settings",
            label: <Label text={t("Settings")} countProblems={countProblems(["extra", "template_params"])} />,
            content: <SettingsTab {...props} />,
          },
          {
            key: "usage",
            label: <Label text={t("Usage")} count={usage?.charts.count} />,
            content: <UsageTab usage={usage} />,
          },
        ]}
      />
    </div>
  );
}

function Label({
  text,
  count,
  countProblems = 0,
}: {
  text: string;
  count?: number | undefined;
  countProblems?: number;
}): ReactNode {
  return (
    <>
      {text}
      {count === undefined ? null : <span className={styles.tabCount}>{count}</span>}
      {countProblems > 0 ? (
        <span className={styles.tabWrong}>
          {countProblems}
          <span className="visually-hidden"> {t("to fix")}</span>
        </span>
      ) : null}
    </>
  );
}
