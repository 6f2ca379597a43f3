import { urls } from "ground:regions";
import { MapChart } from "echarts/charts";
import { GeoComponent } from "echarts/components";
import { registerMap, use } from "echarts/core";
import { useEffect, useMemo, useState } from "react";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import { MapLegendBox } from "../../chart-kit/map/MapLegendBox.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./Renderer.module.css";
import { idOf, mapOf, pictureOf, type Regions } from "./regions.ts";
import type { CountryDrawing } from "./transform.ts";

use([MapChart, GeoComponent]);

const fetched = new Map<string, Promise<Regions>>();

function fetchRegions(code: string): Promise<Regions> {
  const known = fetched.get(code);
  if (known) return known;
  const fetching = fetch(urls[code] ?? "").then(async (response) => {
    if (!response.ok)
      throw new Error(
        t("regions for {country} failed to load: {status}", { country: code, status: String(response.status) }),
      );
    const regions = (await response.json()) as Regions;
    for (const { properties } of regions.features) properties.id = idOf(properties);
    registerMap(mapOf(code), regions as unknown as Parameters<typeof registerMap>[1]);
    return regions;
  });
  fetched.set(code, fetching);
  fetching.catch(() => fetched.delete(code));
  return fetching;
}

export function Renderer({ props: drawing, width, height, theme, onContextMenu }: RendererProps<CountryDrawing>) {
  const code = drawing.country?.code ?? "";
  const regions = useRegions(code);
  const [focus, setFocus] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another country is seen as a whole first
  useEffect(() => setFocus(null), [code]);
  const drawn = useMemo(
    () => regions && pictureOf(drawing, regions, { focus, box: { width, height } }),
    [drawing, regions, focus, width, height],
  );
  return (
    <div className={styles.map} style={{ width, height }} data-drawn={drawn !== undefined}>
      {drawn ? (
        <div className={styles.country} style={{ height: drawn.height }}>
          <EChart
            picture={drawn.picture}
            width={width}
            height={drawn.height}
            theme={theme}
            onSelect={(selection) => setFocus(selection?.label ?? null)}
            onContextMenu={onContextMenu}
          />
          {drawn.legend ? <MapLegendBox legend={drawn.legend} width={width} height={drawn.height} /> : null}
        </div>
      ) : null}
      {focus === null ? null : (
        <button type="button" className={styles.back} onClick={() => setFocus(null)}>
          {t("Whole country")}
        </button>
      )}
      {drawn && drawn.unknown.length > 0 ? <Unknown names={drawn.unknown} /> : null}
    </div>
  );
}

/** Undefined while loading. Errors go to the chart's error boundary. */
function useRegions(code: string): Regions | undefined {
  const [state, setState] = useState<{ code: string; regions: Regions } | Error>();
  useEffect(() => {
    let isOver = false;
    fetchRegions(code).then(
      (regions) => isOver || setState({ code, regions }),
      (cause: unknown) => isOver || setState(cause instanceof Error ? cause : new Error(String(cause))),
    );
    return () => {
      isOver = true;
    };
  }, [code]);
  if (state instanceof Error) throw state;
  return state?.code === code ? state.regions : undefined;
}

function Unknown({ names }: { names: readonly string[] }) {
  const first = names.slice(0, 3).join(", ");
  const text =
    names.length > 3
      ? t("Not found on the map: {names} and {count, number} more", { names: first, count: names.length - 3 })
      : t("Not found on the map: {names}", { names: first });
  return (
    <p className={styles.note} title={text}>
      {text}
    </p>
  );
}
