import { type KeyboardEvent, type MouseEvent, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { inlineKey, inlineSign } from "../../i18n/direction.ts";
import styles from "./Renderer.module.css";
import type { HorizonPicture, HorizonRow } from "./transform.ts";

interface At {
  row: number;
  point: number;
}

export function Renderer({
  props: picture,
  width,
  height,
  theme,
  onSelect,
  onContextMenu,
}: RendererProps<HorizonPicture>) {
  const [at, setAt] = useState<At | null>(null);
  const { rows, points, plotWidth, labelWidth } = picture;
  const last = Math.max(0, points - 1);
  const left = labelWidth > 0 ? labelWidth + 8 : 0;
  const walk = (event: KeyboardEvent) => {
    const next = moved(at, inlineKey(event.key), { rows: rows.length - 1, points: last });
    const row = at && rows[at.row];
    if (event.key === "Enter" && row) choose(row, event.ctrlKey || event.metaKey);
    else if (next === undefined) return;
    else setAt(next);
    event.preventDefault();
    event.stopPropagation();
  };
  const choose = (row: HorizonRow, isAdditive: boolean) => {
    if (row.selection) onSelect?.(row.isSelected && !isAdditive ? null : row.selection, isAdditive);
  };
  const follow = (event: MouseEvent, row: number) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = inlineSign() === 1 ? event.clientX - box.left : box.right - event.clientX;
    const share = (across - left) / plotWidth;
    setAt({ row, point: Math.round(Math.min(1, Math.max(0, share)) * last) });
  };
  const shown = at?.point ?? last;
  const spoken =
    at && `${rows[at.row]?.label}, ${picture.momentAt(at.point)}: ${rows[at.row]?.textAt(at.point) || "no value"}`;
  return (
    <div
      className={styles.chart}
      style={{ width, height }}
      role="img"
      aria-label={picture.summary}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the values inside are walked by arrow keys from here
      tabIndex={0}
      onKeyDown={walk}
      onBlur={() => setAt(null)}
      onMouseLeave={() => setAt(null)}
    >
      <div className={styles.rows} style={{ maxHeight: picture.rowsHeight }}>
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keys act on the chart as a whole
          <div
            key={row.label}
            className={styles.row}
            style={{
              height: picture.rowHeight + 1,
              cursor: row.selection && onSelect ? "pointer" : "default",
            }}
            onMouseMove={(event) => follow(event, index)}
            onClick={(event) => choose(row, event.ctrlKey || event.metaKey)}
            onContextMenu={(event) => {
              if (!onContextMenu) return;
              event.preventDefault();
              onContextMenu({ x: event.clientX, y: event.clientY }, row.selection);
            }}
          >
            {labelWidth > 0 ? (
              <span
                className={styles.label}
                style={{ width: labelWidth, fontWeight: row.isSelected ? 600 : 400 }}
                title={row.label}
              >
                {row.shown}
              </span>
            ) : null}
            <svg
              width={plotWidth}
              height={picture.rowHeight}
              style={{ background: `${theme.muted}22`, opacity: row.isMuted ? 0.35 : 1 }}
              aria-hidden
            >
              {row.folds.map((fold) => (
                <path key={fold.color + fold.path.length} d={fold.path} fill={fold.color} />
              ))}
              {at ? (
                <line
                  x1={(at.point / Math.max(1, last)) * plotWidth}
                  x2={(at.point / Math.max(1, last)) * plotWidth}
                  y1={0}
                  y2={picture.rowHeight}
                  stroke={theme.text}
                  strokeWidth={1}
                />
              ) : null}
            </svg>
            {picture.valueWidth > 0 ? (
              <span className={styles.value} style={{ width: picture.valueWidth }}>
                <bdi>{row.textAt(shown)}</bdi>
              </span>
            ) : null}
          </div>
        ))}
      </div>
      <Axis picture={picture} left={left} width={width} at={at ? picture.momentAt(at.point) : undefined} />
      <span className="visually-hidden" aria-live="polite">
        {spoken}
      </span>
    </div>
  );
}

interface AxisProps {
  picture: HorizonPicture;
  left: number;
  width: number;
  at: string | undefined;
}

function Axis({ picture, left, width, at }: AxisProps) {
  const [start, place] =
    inlineSign() === 1 ? (["start", (x: number) => x] as const) : (["end", (x: number) => width - x] as const);
  return (
    <svg className={styles.axis} width="100%" height={20} aria-hidden>
      {at === undefined ? (
        picture.ticks.map(({ x, text }) => (
          <text key={x} x={place(left + x)} y={14} textAnchor={x === 0 ? start : "middle"}>
            {text}
          </text>
        ))
      ) : (
        <text className={styles.moment} x={place(left)} y={14} textAnchor={start}>
          {at}
        </text>
      )}
    </svg>
  );
}

function moved(at: At | null, key: string, last: { rows: number; points: number }): At | null | undefined {
  const from = at ?? { row: 0, point: 0 };
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  switch (key) {
    case "ArrowRight":
      return at ? { ...from, point: within(from.point + 1, last.points) } : from;
    case "ArrowLeft":
      return { ...from, point: at ? within(from.point - 1, last.points) : last.points };
    case "ArrowDown":
      return at ? { ...from, row: within(from.row + 1, last.rows) } : from;
    case "ArrowUp":
      return { ...from, row: within(from.row - 1, last.rows) };
    case "Home":
      return { ...from, point: 0 };
    case "End":
      return { ...from, point: last.points };
    case "Escape":
      return null;
    default:
      return undefined;
  }
}
