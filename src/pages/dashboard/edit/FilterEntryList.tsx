import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { Button } from "antd";
import { GripVertical, Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { isControl, isDivider, type NativeFilterEntry } from "../../../model/native-filter.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { canCross, type FilterDraft, type FilterProblem } from "./filter-draft.ts";
import styles from "./filter-forms.module.css";

interface Props {
  draft: FilterDraft;
  selected: string | undefined;
  problems: Record<string, readonly FilterProblem[]>;
  onSelect(id: string): void;
  /** Within its own list; negative moves up. */
  onMove(id: string, step: number): void;
  /** One keyboard step, into the other list at the border. */
  onStep(id: string, step: 1 | -1): void;
  onCross(id: string, before?: string): void;
  onRemove(id: string): void;
  onRestore(id: string): void;
  /** The entry that was moved, removed or restored last; a new object each time, so that it gets the focus again. */
  handled: { id: string } | null;
}

/**
 * Filters, then display controls, with their dividers. Reordered by dragging or Alt+arrows; removals can be undone for
 * five seconds. Dividers, time grains and time columns can move between the lists.
 */
export function FilterEntryList(props: Props) {
  const { draft } = props;
  const items = draft.entries.map((entry, index) => ({
    isBelow: isControl(entry),
    item: <Item key={entry.id} entry={entry} index={index} {...props} />,
  }));
  const controls = items.filter(({ isBelow }) => isBelow);
  const filters = items.filter(({ isBelow }) => !isBelow);
  const lists = useRef<HTMLDivElement>(null);
  // An entry that is removed when its five seconds are over may have the focus.
  useEffect(() => {
    if (draft.entries.length > 0 && document.activeElement === document.body) {
      lists.current?.querySelector<HTMLElement>("[aria-current=true]")?.focus();
    }
  }, [draft.entries]);
  return (
    <div ref={lists} className={styles.filterLists}>
      <Section name={t("Filters")} kind="filter" onCross={props.onCross}>
        {filters.map(({ item }) => item)}
      </Section>
      <Section name={t("Display controls")} kind="control" onCross={props.onCross}>
        {controls.map(({ item }) => item)}
      </Section>
    </div>
  );
}

type Kind = "filter" | "control";

interface Dragged {
  kind: Kind;
  id: string;
  index: number;
  crosses: boolean;
}

interface SectionProps {
  name: string;
  kind: Kind;
  onCross: Props["onCross"];
  children: readonly ReactNode[];
}

function Section({ name, kind, onCross, children }: SectionProps) {
  const element = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onCross);
  latest.current = onCross;
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    return dropTargetForElements({
      element: target,
      canDrop: ({ source }) => comesFromOther(source.data as unknown as Dragged, kind),
      onDropTargetChange: ({ self, location }) => setOver(location.current.dropTargets[0]?.element === self.element),
      onDrop: ({ source, self, location }) => {
        setOver(false);
        const isOwn = location.current.dropTargets[0]?.element === self.element;
        if (isOwn) latest.current((source.data as unknown as Dragged).id);
      },
    });
  }, [kind]);
  return (
    <section ref={element} data-over={isOver || undefined}>
      <h3 id={`listed-${kind}s`}>{name}</h3>
      <ul className={styles.filterList} aria-labelledby={`listed-${kind}s`}>
        {children}
      </ul>
      {children.length === 0 && <p className={styles.filterNone}>{t("None")}</p>}
    </section>
  );
}

const comesFromOther = ({ kind, crosses }: Dragged, own: Kind) => kind !== own && crosses;

function Item({ entry, index, ...props }: Props & { entry: NativeFilterEntry; index: number }) {
  const element = useRef<HTMLLIElement>(null);
  const { draft, selected, problems, onSelect, onMove, onStep, onCross, onRemove, onRestore, handled } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isRemoved = draft.pending.has(entry.id);
  useEffect(() => {
    if (handled?.id === entry.id) button.current?.focus();
  }, [handled, entry.id]);
  const edge = useReorder(element, {
    dragged: { id: entry.id, index, kind: isControl(entry) ? "control" : "filter", crosses: canCross(entry) },
    next: draft.entries.slice(index + 1).find((other) => isControl(other) === isControl(entry))?.id,
    isRemoved,
    onMove,
    onCross,
  });
  const name = isDivider(entry) ? entry.title || t("[divider]") : entry.name || t("[untitled]");
  if (isRemoved) {
    return (
      <li className={styles.filterRemoved}>
        <span title={name}>{t("(Removed) {name}", { name })}</span>
        <Button ref={button} size="small" type="link" onClick={() => onRestore(entry.id)}>
          {t("Undo?")}
        </Button>
      </li>
    );
  }
  const isWrong = (problems[entry.id]?.length ?? 0) > 0;
  return (
    <li ref={element} className={styles.filterItem} data-selected={entry.id === selected || undefined} data-edge={edge}>
      <GripVertical size={14} className={styles.grip} aria-hidden />
      <button
        ref={button}
        type="button"
        className={isWrong ? styles.filterWrong : styles.filterName}
        aria-current={entry.id === selected}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => onSelect(entry.id)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
          event.preventDefault();
          onStep(entry.id, event.key === "ArrowUp" ? -1 : 1);
        }}
      >
        {name}
        {isWrong && <span className="visually-hidden"> {t("(needs attention)")}</span>}
      </button>
      <IconButton
        label={t("Remove {name}", { name })}
        size={24}
        icon={<Trash2 size={14} />}
        onClick={() => onRemove(entry.id)}
      />
    </li>
  );
}

interface ReorderOptions {
  dragged: Dragged;
  next: string | undefined;
  isRemoved: boolean;
  onMove: Props["onMove"];
  onCross: Props["onCross"];
}

function useReorder(element: RefObject<HTMLLIElement | null>, options: ReorderOptions): "top" | "bottom" | undefined {
  const latest = useRef(options);
  latest.current = options;
  const [edge, setEdge] = useState<"top" | "bottom">();
  const { isRemoved } = options;
  useEffect(() => {
    const target = element.current;
    if (!target || isRemoved) return;
    return combine(
      draggable({ element: target, getInitialData: () => ({ ...latest.current.dragged }) }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => {
          const dragged = source.data as unknown as Dragged;
          const { kind } = latest.current.dragged;
          return dragged.kind === kind || comesFromOther(dragged, kind);
        },
        getData: ({ input }) => attachClosestEdge({}, { element: target, input, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) === "bottom" ? "bottom" : "top"),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, self }) => {
          setEdge(undefined);
          drop(source.data as unknown as Dragged, latest.current, extractClosestEdge(self.data) === "bottom");
        },
      }),
    );
  }, [element, isRemoved]);
  return edge;
}

function drop(source: Dragged, { dragged: at, next, onMove, onCross }: ReorderOptions, isBelow: boolean): void {
  if (source.kind !== at.kind) {
    onCross(source.id, isBelow ? next : at.id);
    return;
  }
  const to = at.index + (isBelow ? 1 : 0);
  onMove(source.id, (to > source.index ? to - 1 : to) - source.index);
}
