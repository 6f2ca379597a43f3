import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { ChevronRight, CircleAlert, Plus, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { Popover } from "../../../ui/Popover.tsx";
import { type Mark, TypeMark } from "../../../web/components/TypeMark.tsx";
import { type DropRules, useDropItem } from "../workbench/drag.ts";
import styles from "./controls.module.css";

export interface Pick {
  key: string;
  mark: Mark;
  text: string;
  content?: ReactNode;
  problem?: string;
}

export interface PickListProps extends DropRules {
  id: string;
  label: string;
  picks: readonly Pick[];
  multi: boolean;
  alwaysOpen?: boolean;
  placeholder?: string;
  problem?: string;
  describedBy?: string;
  renderEditor(index: number | undefined, close: () => void): ReactNode;
  onRemove(index: number): void;
  onMove(from: number, to: number): void;
}

const NEW = -1;

export function PickList(props: PickListProps) {
  const { id, label, picks, multi, placeholder = t("Drop a column or click"), problem, describedBy } = props;
  const box = useRef<HTMLDivElement>(null);
  const { preview, rejection } = useDropItem(box, props);
  const [open, setOpen] = useState<number>();
  const close = () => setOpen(undefined);
  useOpenIncomplete(picks, setOpen);
  const toggle = (index: number) => (isOpen: boolean) => setOpen(isOpen ? index : undefined);
  const note = dropNote(preview, rejection);
  const canAdd = multi || picks.length === 0;
  const isRoomy = props.alwaysOpen || picks.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box
    <div
      ref={box}
      id={id}
      className={styles.picks}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      data-over={preview ? true : undefined}
    >
      {picks.map((pick, index) => (
        <Popover
          key={pick.key}
          open={open === index}
          onOpenChange={toggle(index)}
          label={t("{label}: {value}", { label, value: pick.text })}
          content={props.renderEditor(index, close)}
        >
          <div className={styles.chipFrame}>
            <Chip
              pick={pick}
              index={index}
              count={picks.length}
              list={id}
              onRemove={props.onRemove}
              onMove={props.onMove}
            />
          </div>
        </Popover>
      ))}
      {note}
      {canAdd && !note ? (
        <Popover
          open={open === NEW}
          onOpenChange={toggle(NEW)}
          label={t("Add to {control}", { control: label })}
          content={props.renderEditor(undefined, close)}
        >
          <button
            type="button"
            className={isRoomy ? styles.empty : styles.plus}
            aria-label={
              isRoomy ? t("{label}: {value}", { label, value: placeholder }) : t("Add to {control}", { control: label })
            }
            aria-describedby={describedBy}
            data-problem={problem ? true : undefined}
          >
            <Plus size={14} aria-hidden />
            {isRoomy ? <span>{placeholder}</span> : null}
          </button>
        </Popover>
      ) : null}
    </div>
  );
}

function useOpenIncomplete(picks: readonly Pick[], open: (index: number) => void): void {
  const before = useRef(picks.length);
  const last = picks.length - 1;
  const isIncomplete = picks.length === before.current + 1 && picks[last]?.problem !== undefined;
  useEffect(() => {
    before.current = picks.length;
    if (isIncomplete) open(last);
  }, [picks.length, isIncomplete, last, open]);
}

function dropNote(preview: string | undefined, rejection: string | undefined): ReactNode {
  if (preview) return <div className={styles.dropWords}>{preview}</div>;
  return rejection ? <div className={styles.rejection}>{rejection}</div> : null;
}

interface ChipProps {
  pick: Pick;
  index: number;
  count: number;
  list: string;
  onRemove(index: number): void;
  onMove(from: number, to: number): void;
}

function Chip({ pick, index, count, list, onRemove, onMove }: ChipProps) {
  const element = useRef<HTMLDivElement>(null);
  const edge = useReorder(element, { list, index, isMovable: count > 1, onMove });
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Delete" || event.key === "Backspace") onRemove(index);
    else if (event.altKey && event.key === "ArrowUp" && index > 0) onMove(index, index - 1);
    else if (event.altKey && event.key === "ArrowDown" && index < count - 1) onMove(index, index + 1);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={element} className={styles.chip} data-edge={edge} data-problem={pick.problem ? true : undefined}>
      <button
        type="button"
        className={styles.chipBody}
        title={pick.problem ?? pick.text}
        onKeyDown={handleKey}
        aria-haspopup="dialog"
        aria-keyshortcuts="Delete Alt+ArrowUp Alt+ArrowDown"
      >
        {pick.problem ? <CircleAlert size={12} aria-label={pick.problem} /> : <TypeMark mark={pick.mark} />}
        <span className={styles.chipText} dir="auto">
          {pick.content ?? pick.text}
        </span>
        <ChevronRight size={14} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.chipRemove}
        aria-label={t("Remove {name}", { name: pick.text })}
        onClick={(event) => {
          event.stopPropagation();
          onRemove(index);
        }}
      >
        <X size={14} />
      </button>
    </div>
  );
}

interface Reorder {
  list: string;
  index: number;
  isMovable: boolean;
  onMove(from: number, to: number): void;
}

function useReorder(
  element: React.RefObject<HTMLDivElement | null>,
  { list, index, isMovable, onMove }: Reorder,
): Edge | undefined {
  const [edge, setEdge] = useState<Edge>();
  const move = useRef(onMove);
  move.current = onMove;
  useEffect(() => {
    const chip = element.current;
    if (!chip || !isMovable) return;
    const isOurs = (data: Record<string | symbol, unknown>) => data.type === "explore-chip" && data.list === list;
    return combine(
      draggable({ element: chip, getInitialData: () => ({ type: "explore-chip", list, index }) }),
      dropTargetForElements({
        element: chip,
        canDrop: ({ source }) => isOurs(source.data) && source.data.index !== index,
        getData: ({ input }) => attachClosestEdge({ index }, { element: chip, input, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) ?? undefined),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ self, source }) => {
          setEdge(undefined);
          const from = Number(source.data.index);
          const before = extractClosestEdge(self.data) === "top" ? index : index + 1;
          move.current(from, from < before ? before - 1 : before);
        },
      }),
    );
  }, [element, list, index, isMovable]);
  return edge;
}
