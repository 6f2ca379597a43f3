import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Button } from "antd";
import { LayoutTemplate } from "lucide-react";
import { useEffect, useRef } from "react";
import { t } from "../../../i18n/translate.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import styles from "./edit.module.css";

const HINTS: Readonly<Record<string, string>> = {
  ROW: t("Empty row. Drop charts or layout elements here."),
  COLUMN: t("Empty column. Drop charts or layout elements here."),
  TAB: t("Empty tab. Drop charts or layout elements here."),
  GRID: t("Empty dashboard. Drop charts or layout elements here."),
};

export function EmptyContainer({ node, onSuggest }: { node: LayoutNode; onSuggest(homeId: string): void }) {
  const element = useRef<HTMLDivElement>(null);
  const { id } = node;
  useEffect(() => {
    if (!element.current) return;
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
      getData: () => ({ id, edge: "inside" }),
    });
  }, [id]);
  const hint = HINTS[node.type] ?? t("Drop charts or layout elements here.");
  return (
    <div ref={element} className={styles.empty}>
      {hint}
      {node.type === "GRID" || node.type === "TAB" ? (
        <Button size="small" icon={<LayoutTemplate size={14} />} onClick={() => onSuggest(id)}>
          {t("Suggest a layout")}
        </Button>
      ) : null}
    </div>
  );
}
