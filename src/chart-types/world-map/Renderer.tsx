import { url } from "ground:countries";
import { geoNaturalEarth1 } from "d3-geo";
import { MapChart, ScatterChart } from "echarts/charts";
import { GeoComponent } from "echarts/components";
import { registerMap, use } from "echarts/core";
import { useEffect, useMemo, useState } from "react";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import { MapLegendBox } from "../../chart-kit/map/MapLegendBox.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { WORLD, type WorldDrawing } from "./transform.ts";

use([MapChart, ScatterChart, GeoComponent]);

const globe = geoNaturalEarth1().translate([0, 0]);
const toPlane = (place: Place): Place => {
  const [x, y] = globe(place) ?? [0, 0];
  return [x, -y];
};
type Place = [number, number];
type Nested = Place | Nested[];
const flat = (part: Nested): Nested =>
  typeof part[0] === "number" ? toPlane(part as Place) : (part as Nested[]).map(flat);

interface Shapes {
  features: { geometry: { coordinates: Nested } }[];
}

let shapes: Promise<void> | undefined;

function fetchShapes(): Promise<void> {
  shapes ??= fetch(url).then(async (response) => {
    if (!response.ok)
      throw new Error(t("country shapes failed to load: {status}", { status: String(response.status) }));
    const world = (await response.json()) as Shapes;
    for (const { geometry } of world.features) geometry.coordinates = flat(geometry.coordinates);
    registerMap(WORLD, world as unknown as Parameters<typeof registerMap>[1]);
  });
  shapes.catch(() => {
    shapes = undefined;
  });
  return shapes;
}

export function Renderer({ props, width, height, ...rest }: RendererProps<WorldDrawing>) {
  const [state, setState] = useState<"loading" | "ready" | Error>("loading");
  useEffect(() => {
    let isOver = false;
    fetchShapes().then(
      () => isOver || setState("ready"),
      (cause: unknown) => isOver || setState(cause instanceof Error ? cause : new Error(String(cause))),
    );
    return () => {
      isOver = true;
    };
  }, []);
  const picture = useMemo(() => projected(props.picture), [props.picture]);
  // The chart's error boundary shows the error.
  if (state instanceof Error) throw state;
  return (
    <div style={{ position: "relative", width, height }} data-drawn={state === "ready"}>
      {state === "ready" ? <EChart picture={picture} width={width} height={height} {...rest} /> : null}
      {props.legend ? <MapLegendBox legend={props.legend} width={width} height={height} /> : null}
    </div>
  );
}

interface Series {
  type: string;
  data: { value: Place }[];
}

function projected(picture: WorldDrawing["picture"]): WorldDrawing["picture"] {
  const { series = [] } = picture.option as { series?: Series[] };
  const bubbles = (one: Series) => ({
    ...one,
    data: one.data.map((each) => ({ ...each, value: toPlane(each.value) })),
  });
  return {
    ...picture,
    option: { ...picture.option, series: series.map((one) => (one.type === "scatter" ? bubbles(one) : one)) },
  };
}
