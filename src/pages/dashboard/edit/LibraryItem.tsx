import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { GripVertical } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ChartRow } from "../../../api/chart/contract.ts";
import { slotAtEnd } from "../../../editor/layout-edits.ts";
import { defaultContainer, topTabsOf } from "../../../editor/layout-rules.ts";
import { t } from "../../../i18n/translate.ts";
import { type LayoutComponent, ROOT_ID } from "../../../model/dashboard-layout.ts";
import { ChartIcon } from "../../../web/components/ChartIcon.tsx";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import styles from "./builder.module.css";
import { startTextEdit } from "./EditableText.tsx";
import { useEditor } from "./editor-context.ts";
import { addChartData } from "./new-charts.ts";
import { applyDrop } from "./use-drop.ts";

interface Props {
  title: string;
  detail?: string;
  source?: string;
  icon?: ReactNode;
  iconName?: string;
  note?: string;
  isTile?: boolean;
  make(): LayoutComponent;
  chart?: ChartRow;
}

export function LibraryItem({ title, detail, source, icon, iconName, note, isTile, make, chart }: Props) {
  const element = useRef<HTMLLIElement>(null);
  const editor = useEditor();
  const { store } = useDashboardPage();
  const tabs = useView((view) => view.tabs);
  const latest = useRef(make);
  latest.current = make;
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ kind: "palette", make: () => latest.current() }),
      onDragStart: () => {
        if (chart) void addChartData(store, chart);
      },
    });
  }, [chart, store]);
  const add = async () => {
    if (chart && !(await addChartData(store, chart))) {
      toast.danger(t("Sorry, there is no chart definition associated with the chart trying to be added."));
      return;
    }
    const component = make();
    const { layout } = editor.document;
    const topTabs = topTabsOf(layout);
    const isTopTabs = component.type === "TABS" && !topTabs;
    const home = isTopTabs ? ROOT_ID : defaultContainer(layout, topTabs && tabs[topTabs.id]);
    applyDrop(editor, { kind: "new", component }, slotAtEnd(layout, component, home));
    if (component.type === "MARKDOWN") startTextEdit(component.id);
  };
  return (
    <li ref={element} className={isTile ? styles.element : styles.item}>
      {!isTile && <GripVertical size={14} className={styles.grip} aria-hidden />}
      <button type="button" className={isTile ? styles.elementButton : styles.itemButton} onClick={() => void add()}>
        <span className="visually-hidden">{t("Add")} </span>
        <span className={styles.plate}>{icon ?? <ChartIcon name={iconName ?? ""} />}</span>
        <span className={styles.itemText}>
          <span className={styles.itemTitle} dir="auto">
            {title}
          </span>
          {detail && (
            <span className={styles.itemDetail}>
              <span className={styles.itemType}>
                {detail}
                {source && " · "}
              </span>
              {source && <bdi className={styles.itemSource}>{source}</bdi>}
            </span>
          )}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </button>
    </li>
  );
}
