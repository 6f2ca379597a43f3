import type { CSSProperties } from "react";
import styles from "./EngineMark.module.css";
import { type Engine, engineOf } from "./engines.ts";

/** A drum for servers, a sheet for files, a cloud for services. */
const SHAPES: Readonly<Record<Engine["place"], { outline: string; detail?: string }>> = {
  server: {
    outline: "M4 7c0-2.2 5.4-4 12-4s12 1.8 12 4v18c0 2.2-5.4 4-12 4S4 27.2 4 25Z",
    detail: "M4 7c0 2.2 5.4 4 12 4s12-1.8 12-4",
  },
  file: { outline: "M6 5a2 2 0 0 1 2-2h11l7 7v17a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2Z", detail: "M19 3v7h7" },
  service: { outline: "M9 27a7 7 0 0 1-1-13.9A9 9 0 0 1 25 14.5 6.3 6.3 0 0 1 24.5 27Z" },
};

export function EngineMark({ engine, size = 32 }: { engine: string; size?: 24 | 32 }) {
  const { letters, hue, place } = engineOf(engine);
  const { outline, detail } = SHAPES[place];
  return (
    <svg
      className={styles.mark}
      style={{ "--hue": hue } as CSSProperties}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      direction="ltr"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.outline} d={outline} />
      {detail ? <path className={styles.detail} d={detail} /> : null}
      <text className={styles.letters} x="16" y={place === "server" ? 23.5 : 24} textAnchor="middle">
        {letters}
      </text>
    </svg>
  );
}
