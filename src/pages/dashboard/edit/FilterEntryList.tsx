import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { Button } from "antd";
import { GripVertical, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { isControl, isDivider, type NativeFilterEntry } from "../../../model/native-filter.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import styles from "./edit.module.css";
import type { FilterDraft } from "./filter-draft.ts";

interface Props {
  draft: FilterDraft;
  selected: string | undefined;
  problems: Record<string, string[]>;
  onSelect(id: string): void;
  /** Places up (negative) or down. */
  onMove(id: string, step: number): void;
  onRemove(id: string): void;
  onRestore(id: string): void;
}

/** Filters, then display controls, with their dividers: drag or Alt+arrows to reorder, five seconds to undo a removal. */
export function FilterEntryList(props: Props) {
  const items = props.draft.entries.map((entry, index) => ({
    isBelow: isControl(entry),
    item: <Item key={entry.id} entry={entry} index={index} {...props} />,
  }));
  const controls = items.filter(({ isBelow }) => isBelow);
  return (
    <div className={styles.filterLists}>
      <ul className={styles.filterList} aria-label="Filters and dividers">
        {items.filter(({ isBelow }) => !isBelow).map(({ item }) => item)}
      </ul>
      {controls.length > 0 && (
        <>
          <h3 id="listed-controls">Display controls</h3>
          <ul className={styles.filterList} aria-labelledby="listed-controls">
            {controls.map(({ item }) => item)}
          </ul>
        </>
      )}
    </div>
  );
}

function Item({ entry, index, ...props }: Props & { entry: NativeFilterEntry; index: number }) {
  const element = useRef<HTMLLIElement>(null);
  const { draft, selected, problems, onSelect, onMove, onRemove, onRestore } = props;
  useReorder(element, { id: entry.id, index, kind: isControl(entry) ? "control" : "filter", onMove });
  const name = isDivider(entry) ? entry.title || "[divider]" : entry.name || "[untitled]";
  if (draft.pending.has(entry.id)) {
    return (
      <li className={styles.filterRemoved}>
        <span>(Removed) {name}</span>
        <Button size="small" type="link" onClick={() => onRestore(entry.id)}>
          Undo?
        </Button>
      </li>
    );
  }
  const isWrong = (problems[entry.id]?.length ?? 0) > 0;
  return (
    <li ref={element} className={styles.filterItem} data-selected={entry.id === selected || undefined}>
      <GripVertical size={14} className={styles.grip} aria-hidden />
      <button
        type="button"
        className={isWrong ? styles.filterWrong : styles.filterName}
        aria-current={entry.id === selected}
        onClick={() => onSelect(entry.id)}
        onKeyDown={(event) => {
          if (!event.altKey) return;
          if (event.key === "ArrowUp") onMove(entry.id, -1);
          if (event.key === "ArrowDown") onMove(entry.id, 1);
        }}
      >
        {name}
        {isWrong && <span className="visually-hidden"> (incomplete)</span>}
      </button>
      <IconButton label={`Remove ${name}`} size={24} icon={<Trash2 size={14} />} onClick={() => onRemove(entry.id)} />
    </li>
  );
}

interface ReorderOptions {
  id: string;
  index: number;
  /** Nothing is dropped among entries of another kind. */
  kind: "filter" | "control";
  onMove(id: string, step: number): void;
}

function useReorder(element: React.RefObject<HTMLLIElement | null>, options: ReorderOptions): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    return combine(
      draggable({
        element: target,
        getInitialData: () => ({
          kind: latest.current.kind,
          id: latest.current.id,
          index: latest.current.index,
        }),
      }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => source.data.kind === latest.current.kind,
        getData: ({ input }) => attachClosestEdge({}, { element: target, input, allowedEdges: ["top", "bottom"] }),
        onDrop: ({ source, self }) => {
          const from = Number(source.data.index);
          const below = extractClosestEdge(self.data) === "bottom" ? 1 : 0;
          const to = latest.current.index + below;
          latest.current.onMove(String(source.data.id), (to > from ? to - 1 : to) - from);
        },
      }),
    );
  }, [element]);
}
