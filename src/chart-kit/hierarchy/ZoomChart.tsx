import { Fragment, useMemo, useRef, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { EChart } from "../echart/EChart.tsx";
import type { EChartSpec, Hit, ZoomPath } from "../echart/echart-spec.ts";
import styles from "./ZoomChart.module.css";
import { TRAIL_HEIGHT } from "./zoom.ts";

export function ZoomChart({ props: picture, height, ...rest }: RendererProps<EChartSpec>) {
  const [path, setPath] = useState<ZoomPath>([]);
  const frame = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => (path.length > 0 ? (picture.zoom?.to(path) ?? picture) : picture), [picture, path]);
  const trail = shown.zoom?.trail ?? [];
  const into = (hit: Hit) => {
    const next = shown.zoom?.into(hit);
    if (next) setPath(next);
  };
  const out = (depth: number) => {
    setPath(path.slice(0, depth));
    frame.current?.querySelector<HTMLElement>("[role=img]")?.focus();
  };
  const zoom = shown.zoom && {
    canGoInto: (hit: Hit) => Boolean(shown.zoom?.into(hit)),
    into,
    ...(trail.length > 0 ? { out: () => out(trail.length - 1) } : {}),
  };
  return (
    <div ref={frame}>
      {trail.length > 0 ? <Trail names={trail} onOut={out} /> : null}
      <EChart picture={shown} height={trail.length > 0 ? height - TRAIL_HEIGHT : height} zoom={zoom} {...rest} />
    </div>
  );
}

function Trail({ names, onOut }: { names: readonly string[]; onOut(depth: number): void }) {
  return (
    <nav className={styles.trail} aria-label={t("Zoom")}>
      {[t("All"), ...names].map((name, depth, all) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come back further down, a place in the trail does not
        <Fragment key={depth}>
          {depth > 0 ? <span aria-hidden>›</span> : null}
          {depth === all.length - 1 ? (
            <b aria-current="location" title={name}>
              {name}
            </b>
          ) : (
            <button type="button" title={name} onClick={() => onOut(depth)}>
              {name}
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
