import { useMemo, useState } from "react";
import { ScrollFrame } from "../../chart-kit/table/ScrollFrame.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { inlineSign } from "../../i18n/direction.ts";
import styles from "./Renderer.module.css";
import { Sparkline } from "./Sparkline.tsx";
import type { TimeCell, TimeHeading, TimeLine, TimeTableDrawing } from "./transform.ts";

interface Sort {
  /** Column index; -1 = row names. */
  column: number;
  descending: boolean;
}

const NARROW = 420;

export function Renderer({ props, width, onContextMenu }: RendererProps<TimeTableDrawing>) {
  const [sort, setSort] = useState<Sort>();
  const lines = useMemo(() => sorted(props.lines, sort), [props.lines, sort]);
  const toggle = (column: number) =>
    setSort((known) => ({ column, descending: known?.column === column ? !known.descending : column >= 0 }));
  return (
    <ScrollFrame>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keys */}
      <section className={styles.box} data-narrow={width < NARROW} aria-label={props.label} tabIndex={0}>
        <table className={styles.table} aria-label={props.label}>
          <thead>
            <tr>
              <Heading label={props.name} column={-1} sort={sort} onSort={toggle} />
              {props.headings.map((heading, index) => (
                <Heading
                  key={heading.key}
                  label={heading.label}
                  tooltip={heading.tooltip}
                  isCourse={heading.isCourse}
                  column={index}
                  sort={sort}
                  onSort={toggle}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr
                key={line.key}
                onContextMenu={(event) => {
                  if (!onContextMenu) return;
                  event.preventDefault();
                  onContextMenu({ x: event.clientX, y: event.clientY }, null);
                }}
              >
                <th scope="row" dir="auto" title={line.label}>
                  {line.href ? (
                    <a href={line.href} target="_blank" rel="noopener noreferrer">
                      {line.label}
                    </a>
                  ) : (
                    line.label
                  )}
                </th>
                {line.cells.map((cell, index) => (
                  <Cell
                    key={props.headings[index]?.key}
                    cell={cell}
                    heading={props.headings[index]}
                    color={props.color}
                    isNarrow={width < NARROW}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ScrollFrame>
  );
}

interface HeadingProps {
  label: string;
  tooltip?: string;
  isCourse?: boolean;
  column: number;
  sort?: Sort;
  onSort(column: number): void;
}

function Heading({ label, tooltip, isCourse, column, sort, onSort }: HeadingProps) {
  const own = sort?.column === column ? sort : undefined;
  return (
    <th
      scope="col"
      title={tooltip || label}
      data-left={column < 0 || isCourse}
      aria-sort={own ? (own.descending ? "descending" : "ascending") : "none"}
    >
      <button type="button" onClick={() => onSort(column)}>
        {label}
        <span aria-hidden>{own ? (own.descending ? " ↓" : " ↑") : ""}</span>
      </button>
    </th>
  );
}

function Cell({
  cell,
  heading,
  color,
  isNarrow,
}: {
  cell: TimeCell;
  heading?: TimeHeading;
  color: string;
  isNarrow: boolean;
}) {
  if (cell.course && heading) {
    return (
      <td data-left>
        <Sparkline {...cell.course} heading={heading} color={color} isNarrow={isNarrow} last={cell.text} />
      </td>
    );
  }
  return (
    <td
      data-missing={cell.value === null}
      style={cell.mark ? { boxShadow: `inset ${3 * inlineSign()}px 0 0 ${cell.mark}` } : undefined}
    >
      <bdi>{cell.text}</bdi>
    </td>
  );
}

function sorted(lines: readonly TimeLine[], sort: Sort | undefined): readonly TimeLine[] {
  if (!sort) return lines;
  const sign = sort.descending ? -1 : 1;
  return [...lines].sort((a, b) => {
    if (sort.column < 0) return sign * a.label.localeCompare(b.label, "en", { numeric: true });
    const [x, y] = [a.cells[sort.column]?.value ?? null, b.cells[sort.column]?.value ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}
