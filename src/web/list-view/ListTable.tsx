import { Tooltip } from "antd";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Star } from "../components/Star.tsx";
import { PHONE, useMedia } from "../session/theme.ts";
import { canChoose, type ListColumn, type ListDefinition, type ListRow, type Sort } from "./definition.ts";
import styles from "./ListTable.module.css";
import { DetailRow, DetailToggle } from "./RowDetail.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { RowName } from "./RowName.tsx";
import type { Selection } from "./selection.ts";
import { useRowDrag } from "./use-row-drag.ts";

export interface ListBodyProps<T extends ListRow> {
  definition: ListDefinition<T>;
  rows: readonly T[];
  favorites: ReadonlyMap<number, boolean> | undefined;
  selection: Selection<T>;
  sort: Sort;
  onSort(sort: Sort): void;
  waiting: boolean;
  menuOf: number | undefined;
  onMenuOf(id: number | undefined): void;
}

const SKELETON_ROWS = 10;

export function ListTable<T extends ListRow>(props: ListBodyProps<T>) {
  const { definition, rows, selection, waiting } = props;
  const shown = definition.columns.filter((column) => column.cell !== undefined);
  const isPhone = useMedia(PHONE);
  const below = isPhone ? shown.filter((column) => column.below) : [];
  const [focused, setFocused] = useState(0);
  const selectable = rows.filter((row) => definition.isSelectable?.(row) ?? true);
  const all = selectable.length > 0 && selectable.every((row) => selection.rows.has(row.id));
  const some = rows.some((row) => selection.rows.has(row.id));
  return (
    <table className={styles.table} aria-label={definition.title} style={scalesOf(shown)}>
      <thead>
        <tr>
          {canChoose(definition) ? (
            <th className={styles.box}>
              <Checkbox
                label={all ? t("Deselect all on this page") : t("Select all on this page")}
                checked={all}
                indeterminate={some && !all}
                onChange={selection.togglePage}
                disabled={selectable.length === 0}
              />
            </th>
          ) : null}
          {definition.favorites ? (
            <th className={styles.star}>
              <span className="visually-hidden">{t("Favorite")}</span>
            </th>
          ) : null}
          {shown.map((column) => (
            <Heading key={column.id} column={column} width={widthOf(column)} sort={props.sort} onSort={props.onSort} />
          ))}
          <th className={styles.acts} style={{ "--inline": inlineCount(definition) } as CSSProperties}>
            <span className="visually-hidden">{t("Actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {waiting
          ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <SkeletonRow key={index} definition={definition} columns={shown} />
            ))
          : rows.map((row, index) => (
              <Row
                key={row.id}
                {...props}
                row={row}
                shown={shown}
                below={below}
                stop={index === Math.min(focused, rows.length - 1)}
                onFocus={() => setFocused(index)}
              />
            ))}
      </tbody>
    </table>
  );
}

const inlineCount = <T extends ListRow>({ rowActions }: ListDefinition<T>) =>
  rowActions.filter(({ inline }) => inline).length;

/** Minimum share of the name column, and pixels taken by checkboxes, stars and actions. */
const MIN_NAME_SHARE = 0.26;
const CONTROLS_PX = 140;
/** Width of a letter relative to a digit; pixels around a heading with its arrow; minimum column width in pixels. */
const LETTER_WIDTH = 0.85;
const HEADING_PADDING_PX = 42;
const MIN_WIDTH_PX = 96;

const shareOf = <T,>({ width = "0" }: ListColumn<T>) => Number.parseFloat(width) / 100;

/** How far the columns shrink that are shown at each width of the list, so that the name keeps its share. */
function scalesOf<T>(columns: readonly ListColumn<T>[]): CSSProperties {
  const scales = ([640, 960, 1200, 1600] as const).map((width) => {
    const shown = columns.filter(({ from = 0 }) => from <= width);
    const most = shown.reduce((sum, one) => sum + shareOf(one), 0);
    return [`--scale-${width}`, Math.min(1, (1 - MIN_NAME_SHARE) / most).toFixed(3)];
  });
  return Object.fromEntries(scales) as CSSProperties;
}

/**
 * A share of the list, at least as wide as its heading. Independent of content, so that columns don't jump as rows
 * load.
 */
function widthOf<T>(column: ListColumn<T>): string | undefined {
  if (!column.width) return undefined;
  const share = `${shareOf(column).toFixed(3)} * var(--scale, 1)`;
  const heading = `${column.header.length * LETTER_WIDTH}ch + ${HEADING_PADDING_PX}px`;
  return `max((100cqi - ${CONTROLS_PX}px) * ${share}, ${heading}, ${MIN_WIDTH_PX}px)`;
}

/** Sorted in descending order first. */
const LATEST_FIRST = /changed_on|^views$|^last_viewed$/;

interface HeadingProps<T> {
  column: ListColumn<T>;
  width: string | undefined;
  sort: Sort;
  onSort(sort: Sort): void;
}

function Heading<T>({ column, width, sort, onSort }: HeadingProps<T>) {
  const { sort: by, hint } = column;
  const sorted = by !== undefined && by === sort.column;
  const next: Sort["order"] = sorted && sort.order === "desc" ? "asc" : "desc";
  const ascendingFirst = by !== undefined && !sorted && !LATEST_FIRST.test(by);
  return (
    <th
      data-align={column.align}
      data-from={column.from}
      style={{ width }}
      aria-sort={sorted ? (sort.order === "asc" ? "ascending" : "descending") : undefined}
    >
      {by === undefined ? (
        column.header
      ) : (
        <Tooltip title={hint}>
          <button
            type="button"
            className={styles.sort}
            data-sorted={sorted}
            onClick={() => onSort({ column: by, order: ascendingFirst ? "asc" : next })}
          >
            {column.header}
            {sorted ? sort.order === "asc" ? <ArrowUp size={14} /> : <ArrowDown size={14} /> : null}
          </button>
        </Tooltip>
      )}
    </th>
  );
}

interface RowProps<T extends ListRow> extends ListBodyProps<T> {
  row: T;
  shown: readonly ListColumn<T>[];
  below: readonly ListColumn<T>[];
  stop: boolean;
  onFocus(): void;
}

function Row<T extends ListRow>({
  definition,
  row,
  shown,
  below,
  favorites,
  selection,
  stop,
  onFocus,
  menuOf,
  onMenuOf,
}: RowProps<T>) {
  const name = definition.nameOf(row);
  const chosen = selection.rows.has(row.id);
  const element = useRowDrag<T, HTMLTableRowElement>(definition, row, selection);
  const [isOpen, setIsOpen] = useState(false);
  const { detail } = definition;
  return (
    <>
      <tr ref={element} data-row={row.id} data-chosen={chosen} tabIndex={stop ? 0 : -1} onFocus={onFocus}>
        {canChoose(definition) ? (
          <td className={styles.box}>
            {(definition.isSelectable?.(row) ?? true) ? (
              <Checkbox
                label={t("Select {name}", { name })}
                checked={chosen}
                tabIndex={-1}
                onChange={(event) => selection.toggle(row, (event.nativeEvent as MouseEvent).shiftKey)}
              />
            ) : null}
          </td>
        ) : null}
        {definition.favorites ? (
          <td className={styles.star}>
            <Star kind={definition.favorites} id={row.id} name={name} value={favorites?.get(row.id)} />
          </td>
        ) : null}
        {shown.map((column, index) => (
          <td key={column.id} data-align={column.align} data-wraps={column.wraps} data-from={column.from}>
            {index === 0 ? (
              <span className={styles.name}>
                {detail ? <DetailToggle name={name} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} /> : null}
                <RowName definition={definition} row={row} className={styles.link} />
                {column.cell?.(row)}
                <Below row={row} columns={below} />
              </span>
            ) : (
              column.cell?.(row)
            )}
          </td>
        ))}
        <td className={styles.acts}>
          <RowMenu
            definition={definition}
            row={row}
            open={menuOf === row.id}
            onOpenChange={(open) => onMenuOf(open ? row.id : undefined)}
          />
        </td>
      </tr>
      {detail && isOpen ? <DetailRow>{detail(row)}</DetailRow> : null}
    </>
  );
}

function Below<T extends ListRow>({ row, columns }: { row: T; columns: readonly ListColumn<T>[] }) {
  if (columns.length === 0) return null;
  return (
    <span className={styles.below}>
      {columns.map(({ id, cell, below }) => (
        <span key={id}>{typeof below === "function" ? below(row) : cell?.(row)}</span>
      ))}
    </span>
  );
}

interface SkeletonRowProps<T extends ListRow> {
  definition: ListDefinition<T>;
  columns: readonly ListColumn<T>[];
}

function SkeletonRow<T extends ListRow>({ definition, columns }: SkeletonRowProps<T>) {
  return (
    <tr>
      {canChoose(definition) ? <td className={styles.box} /> : null}
      {definition.favorites ? <td className={styles.star} /> : null}
      {columns.map((column, index) => (
        <td key={column.id} data-from={column.from}>
          <Skeleton width={index === 0 ? 200 : 72} />
        </td>
      ))}
      <td className={styles.acts} />
    </tr>
  );
}
