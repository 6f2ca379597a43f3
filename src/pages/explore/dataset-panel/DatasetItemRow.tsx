import { Popover } from "antd";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { formatTimestamp } from "../../../chart-kit/table/column.ts";
import { filterOfValue } from "../../../features/adhoc/adhoc.ts";
import { useColumnValues } from "../../../features/adhoc/use-column-values.ts";
import { ProfileButton } from "../../../features/column-profile/index.ts";
import { inlinePlacement } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import type { FilterScalar } from "../../../model/adhoc.ts";
import { Menu } from "../../../ui/Menu.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { TypeMark } from "../../../web/components/TypeMark.tsx";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { valueText } from "../../../web/control-words/filter-words.ts";
import { toList } from "../state/form-values.ts";
import { bestPlacement, type Placement, placementsOf } from "../state/roles.ts";
import { useDragItem } from "../workbench/drag.ts";
import { useChartType, useControlState, useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./dataset-panel.module.css";
import type { PanelItem } from "./items.ts";

interface DatasetItemRowProps {
  entry: PanelItem;
  role: string | undefined;
}

export function DatasetItemRow({ entry, role }: DatasetItemRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isDragging = useDragItem(row, entry.item);
  const [isOpen, setIsOpen] = useState(false);
  const type = useChartType();
  const state = useControlState();
  const { store } = useWorkbench();
  const place = ({ control, value }: Placement) => store.getState().set(control.name, value);
  const addBest = () => {
    setIsOpen(false);
    const best = bestPlacement(type, entry.item, state);
    if (best) place(best);
  };
  const menu = () =>
    placementsOf(type, entry.item, state).map((placement) => ({
      key: placement.control.name,
      label: menuLabel(placement, controlLabel(placement.control, state), entry.title),
      onSelect: () => place(placement),
    }));
  const { dataset } = state;
  const filters = placementsOf(type, entry.item, state).find(({ control }) => control.widget === "filters");
  const addFilter = (value: FilterScalar) => {
    if (!filters) return;
    const current = toList(state.formData[filters.control.name]);
    place({ ...filters, value: [...current, filterOfValue(entry.item.name, value, entry.mark)] });
  };
  const profile =
    entry.item.kind === "column" && dataset ? (
      <ProfileButton
        dataset={dataset}
        column={entry.item.name}
        title={entry.title}
        mark={entry.mark}
        placements={menu()}
        onFilter={filters && addFilter}
      />
    ) : null;
  return (
    <div ref={row} className={styles.row} data-dragging={isDragging || undefined} data-used={role ? true : undefined}>
      {profile}
      <Popover
        content={<ColumnPreview entry={entry} />}
        placement={inlinePlacement("rightTop")}
        mouseEnterDelay={0.6}
        open={isOpen && !isDragging}
        onOpenChange={setIsOpen}
        destroyOnHidden
        arrow={false}
      >
        <button type="button" className={styles.item} onClick={addBest}>
          {profile ? null : <TypeMark mark={entry.mark} />}
          <span className={styles.title} dir="auto">
            {entry.title}
          </span>
          {role ? <span className={styles.role}>{role}</span> : <span className={styles.note}>{entry.note}</span>}
        </button>
      </Popover>
      <Menu items={menu()} placement="bottomRight">
        <button type="button" className={styles.add} aria-label={t("Add {name} to…", { name: entry.title })}>
          <Plus size={14} />
        </button>
      </Menu>
    </div>
  );
}

function menuLabel({ control, text }: Placement, label: string, title: string): string {
  if (control.widget === "filters") return text;
  return text === title
    ? t("Add to {control}", { control: label })
    : t("Add to {control}: {name}", { control: label, name: text });
}

const MAX_VALUES = 8;

function ColumnPreview({ entry }: { entry: PanelItem }) {
  return (
    <div className={styles.preview}>
      <p className={styles.previewName}>{entry.item.name}</p>
      {entry.description ? <p className={styles.previewText}>{entry.description}</p> : null}
      {entry.certifiedBy ? (
        <p className={styles.previewText}>{t("Certified by {name}", { name: entry.certifiedBy })}</p>
      ) : null}
      {entry.expression ? <code className={styles.previewCode}>{entry.expression}</code> : null}
      {entry.warning ? <p className={styles.previewWarning}>{entry.warning}</p> : null}
      {entry.item.kind === "column" ? <Values name={entry.item.name} isTemporal={entry.mark === "temporal"} /> : null}
    </div>
  );
}

function Values({ name, isTemporal }: { name: string; isTemporal: boolean }) {
  const dataset = useExplore((state) => state.dataset);
  const { data, error, isLoading } = useColumnValues({ dataset, column: name, limit: MAX_VALUES + 1 });
  if (isLoading) return <SkeletonLines />;
  if (error) {
    return <p className={styles.previewText}>{t("Failed to load values: {message}", { message: error.message })}</p>;
  }
  if (!data || data.length === 0) return <p className={styles.previewText}>{t("No values")}</p>;
  return (
    <ul className={styles.values} aria-label={t("Values of {column}", { column: name })}>
      {data.slice(0, MAX_VALUES).map((value) => (
        <li key={String(value)}>{isTemporal && value !== null ? formatTimestamp(value) : valueText(value)}</li>
      ))}
      {data.length > MAX_VALUES ? <li className={styles.more}>{t("and more")}</li> : null}
    </ul>
  );
}
