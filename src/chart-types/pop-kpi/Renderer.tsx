import { figureSizes, subSize } from "../../chart-kit/kpi/figure.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import styles from "./Renderer.module.css";
import type { Part, PopKpiDrawing } from "./transform.ts";

const ROOM_FOR_NAMES = 130;
const ROOM_FOR_BASE = 112;
const GAP = 16;

export function Renderer({ props, width, height, onContextMenu }: RendererProps<PopKpiDrawing>) {
  const { text } = props;
  const size = subSize({ height, sub: Math.min(0.15, props.sub) }) + (height > 260 ? 2 : 1);
  const parts = fitting(props.parts, width, size);
  const hasNames = height >= ROOM_FOR_NAMES;
  const below = parts.length > 0 ? [true, true, hasNames, height >= ROOM_FOR_BASE && props.base] : [];
  const lines = [props.metricName, props.subtitle, ...below].filter(Boolean).length;
  // A number with comparison is sized like one with twice the share.
  const sizes = figureSizes({
    ...{ width, height, text, lines, hasSpark: false },
    ...{ header: props.header * 2, sub: props.sub },
  });
  return (
    <figure
      className={styles.kpi}
      aria-label={props.metricName ?? text}
      onContextMenu={(event) => {
        if (!onContextMenu) return;
        event.preventDefault();
        onContextMenu({ x: event.clientX, y: event.clientY }, null);
      }}
    >
      <Line text={props.metricName} size={subSize({ height, sub: props.nameSize })} />
      <div className={styles.value} data-missing={props.isMissing} title={text} style={{ fontSize: sizes.value }}>
        <bdi>{text}</bdi>
      </div>
      <Line text={props.subtitle} size={subSize({ height, sub: props.subtitleSize })} />
      {parts.length > 0 && (
        <dl className={styles.parts} style={{ fontSize: size, gap: GAP }}>
          {parts.map((part) => (
            <PartCell key={part.key} part={part} hasName={hasNames} />
          ))}
        </dl>
      )}
      {height >= ROOM_FOR_BASE && <Line text={props.base} size={Math.max(12, size - 4)} />}
    </figure>
  );
}

const WORTH = ["%", "△", "#"] as const;

function fitting(parts: readonly Part[], width: number, size: number): Part[] {
  const fitted = new Set<Part>();
  let left = width;
  for (const key of WORTH) {
    const part = parts.find((one) => one.key === key);
    if (!part) continue;
    left -= textWidth(`${part.symbol ?? ""} ${part.text}`, size, true) + 2 * GAP;
    if (left < -GAP && fitted.size > 0) break;
    fitted.add(part);
  }
  return parts.filter((part) => fitted.has(part));
}

function PartCell({ part, hasName }: { part: Part; hasName: boolean }) {
  return (
    <div className={styles.part} title={`${part.name}: ${part.text}`}>
      <dt className={hasName ? styles.name : styles.spoken}>{part.name}</dt>
      <dd className={styles.figure} data-tone={part.tone} data-missing={part.isMissing}>
        {part.symbol && (
          <span className={styles.symbol} aria-hidden>
            {part.symbol}
          </span>
        )}
        <bdi>{part.text}</bdi>
      </dd>
    </div>
  );
}

function Line({ text, size }: { text: string | undefined; size: number }) {
  return text ? (
    <div className={styles.line} style={{ fontSize: size }} title={text}>
      <bdi>{text}</bdi>
    </div>
  ) : null;
}
