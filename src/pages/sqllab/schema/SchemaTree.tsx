import { ChevronDown, ChevronRight, Database, Eye, KeyRound, Pin, Table2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { inlineKey } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import { sqlName } from "../../../web/sql/words.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { editorHandle } from "../editor/handle.ts";
import { useDatabase, useLab, useTab } from "../state/lab-context.ts";
import type { Place } from "../state/metadata.ts";
import styles from "./schema.module.css";
import { type ColumnMark, markOf, type TreeRow } from "./tree.ts";

const OVERSCAN = 12;
const INITIAL_HEIGHT = 600;

function useVisibleRows(box: RefObject<HTMLElement | null>, { count, height }: { count: number; height: number }) {
  const [view, setView] = useState({ top: 0, height: INITIAL_HEIGHT });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight || INITIAL_HEIGHT });
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [box]);
  const first = Math.max(0, Math.floor(view.top / height) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / height) + OVERSCAN);
  const reveal = (at: number) => {
    const element = box.current;
    if (!element || at < 0) return;
    const [top, bottom] = [at * height, (at + 1) * height];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  };
  return { indexes: Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n), reveal };
}

const ROW_HEIGHT = 28;

interface SchemaTreeProps {
  rows: readonly TreeRow[];
  place: Place;
  onToggle(id: string, to?: boolean): void;
}

export function SchemaTree({ rows, place, onToggle }: SchemaTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [active, setActive] = useState<string>();
  const actions = useRowActions(place, onToggle);
  const view = useVisibleRows(box, { count: rows.length, height: ROW_HEIGHT });
  const at = rows.findIndex((row) => row.id === active);
  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!next) return;
    setActive(next.id);
    view.reveal(rows.indexOf(next));
  };
  const goTo = (parent: string) => go(rows.findIndex((one) => one.id === parent));
  const handleKey = (event: KeyboardEvent) => {
    const row = rows[at];
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) go(to);
    else if (!row || !handleRowKey(event, row, { actions, onParent: goTo })) return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      role="tree"
      aria-label={t("Tables")}
      aria-activedescendant={active && at >= 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      className={styles.tree}
      onKeyDown={handleKey}
      onFocus={() => active === undefined && rows[0] && setActive(rows[0].id)}
    >
      <div role="none" style={{ height: rows.length * ROW_HEIGHT }}>
        {view.indexes.map((index) => {
          const row = rows[index];
          return row ? (
            <Row
              key={row.id}
              row={row}
              id={`${id}-${index}`}
              top={index * ROW_HEIGHT}
              isActive={row.id === active}
              actions={actions}
              onActive={() => setActive(row.id)}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

type RowActions = ReturnType<typeof useRowActions>;

function useRowActions(place: Place, onToggle: SchemaTreeProps["onToggle"]) {
  const lab = useLab();
  const { key } = useTab();
  const backend = useDatabase()?.backend;
  const nameOf = (row: TreeRow) =>
    row.kind === "column"
      ? row.column.name
      : row.kind === "table"
        ? row.table.name
        : row.kind === "schema"
          ? row.schema
          : "";
  const write = (row: TreeRow) => editorHandle.current?.insert(sqlName(nameOf(row), backend));
  const pin = (row: TreeRow) => {
    if (row.kind !== "table" || place.dbId === null) return;
    lab.pin(key, {
      dbId: place.dbId,
      catalog: place.catalog,
      schema: row.schema,
      name: row.table.name,
      isExpanded: row.isExpanded,
    });
  };
  const open = (row: TreeRow) => (row.kind === "column" ? write(row) : onToggle(row.id));
  const parentOf = (row: TreeRow) =>
    row.kind === "column"
      ? `t ${JSON.stringify([row.schema, row.table])}`
      : row.kind === "table"
        ? `s ${row.schema}`
        : "";
  return { write, pin, open, toggle: onToggle, nameOf, parentOf };
}

function handleRowKey(
  event: KeyboardEvent,
  row: TreeRow,
  { actions, onParent }: { actions: RowActions; onParent(id: string): void },
) {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    const isCopy = !event.altKey && event.key === "c";
    if (isCopy) void copyWithToast(actions.nameOf(row));
    return isCopy;
  }
  const key = inlineKey(event.key);
  const act = actionOf(key.toLowerCase(), row, actions) ?? (key === "ArrowLeft" ? "parent" : undefined);
  if (act === "parent") onParent(actions.parentOf(row));
  else act?.();
  return act !== undefined;
}

function actionOf(key: string, row: TreeRow, actions: RowActions): (() => void) | undefined {
  const isExpanded = "isExpanded" in row ? row.isExpanded : undefined;
  if (key === "enter") return () => actions.open(row);
  if (key === "p") return () => actions.pin(row);
  if (key === "arrowright" && isExpanded === false) return () => actions.toggle(row.id, true);
  if (key === "arrowleft" && isExpanded) return () => actions.toggle(row.id, false);
  return undefined;
}

interface RowProps {
  row: TreeRow;
  id: string;
  top: number;
  isActive: boolean;
  actions: RowActions;
  onActive(): void;
}

function Row({ row, id, top, isActive, actions, onActive }: RowProps) {
  const { dbId, tables } = useTab();
  const isPinned = tables.some(
    (one) => row.kind === "table" && one.dbId === dbId && one.name === row.table.name && one.schema === row.schema,
  );
  const expanded = "isExpanded" in row ? row.isExpanded : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the tree has the focus and its keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-expanded={expanded}
      aria-selected={isActive}
      data-kind={row.kind}
      data-pinned={isPinned || undefined}
      className={styles.row}
      style={{ top, paddingInlineStart: 4 + (row.level - 1) * 16 }}
      onClick={() => {
        onActive();
        if (row.kind !== "column") actions.open(row);
      }}
      onDoubleClick={() => row.kind !== "schema" && actions.write(row)}
    >
      <RowContent row={row} isPinned={isPinned} onPin={() => actions.pin(row)} />
    </div>
  );
}

function RowContent({ row, isPinned, onPin }: { row: TreeRow; isPinned: boolean; onPin(): void }) {
  if (row.kind === "note") return <span className={row.isError ? styles.wrong : styles.faint}>{row.text}</span>;
  if (row.kind === "column") {
    return (
      <>
        <span className={styles.mark}>{MARKS[markOf(row.column)]}</span>
        <span className={styles.name} title={row.column.comment ?? undefined}>
          {row.column.name}
        </span>
        <span className={styles.type} dir="ltr" title={row.column.longType}>
          {row.column.type.toLowerCase()}
        </span>
      </>
    );
  }
  const Icon = row.kind === "schema" ? Database : row.table.isView ? Eye : Table2;
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight;
  return (
    <>
      <Chevron size={14} aria-hidden />
      <Icon size={14} aria-hidden />
      <span className={styles.name} dir="auto">
        {row.kind === "schema" ? row.schema : row.table.name}
      </span>
      {row.kind === "schema" ? (
        <span className={styles.type}>{row.count}</span>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: P pins by keyboard */}
          <span
            className={styles.pin}
            title={isPinned ? t("Show next to results") : t("Pin next to results (P)")}
            onClick={(event) => {
              event.stopPropagation();
              onPin();
            }}
          >
            <Pin size={14} aria-hidden />
          </span>
          <span className={styles.size} dir="ltr" title={row.size?.title}>
            {row.size?.text}
          </span>
        </>
      )}
    </>
  );
}

const MARKS: Readonly<Record<ColumnMark, React.ReactNode>> = {
  key: <KeyRound size={12} aria-label={t("key##of a table")} />,
  number: "#",
  time: "◷",
  flag: "◐",
  text: "A",
};
