import { url } from "ground:countries";
import { geoNaturalEarth1 } from "d3-geo";
import { MapChart, ScatterChart } from "echarts/charts";
import { GeoComponent } from "echarts/components";
import { registerMap, use } from "echarts/core";
import { useEffect, useMemo, useState } from "react";
import { EChart } from "../../chart-kit/EChart.tsx";
import { MapLegendBox } from "../../chart-kit/map/MapLegendBox.tsx";
import type { RendererProps } from "../chart-type.ts";
import { WORLD, type WorldDrawing } from "./transform.ts";

use([MapChart, ScatterChart, GeoComponent]);

const globe = geoNaturalEarth1();
const projection = {
  project: (point: [number, number]) => globe(point) ?? [0, 0],
  unproject: (point: [number, number]) => globe.invert?.(point) ?? [0, 0],
};

let shapes: Promise<void> | undefined;

/** The shapes of countries, once a page. */
function fetchShapes(): Promise<void> {
  shapes ??= fetch(url).then(async (response) => {
    if (!response.ok) throw new Error(`the shapes of countries could not be fetched: ${response.status}`);
    registerMap(WORLD, await response.json());
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
  // The boundary of the chart says what went wrong.
  if (state instanceof Error) throw state;
  return (
    <div style={{ position: "relative", width, height }} data-drawn={state === "ready"}>
      {state === "ready" ? <EChart picture={picture} width={width} height={height} {...rest} /> : null}
      {props.legend ? <MapLegendBox legend={props.legend} width={width} height={height} /> : null}
    </div>
  );
}

/** The same picture with countries nearly as large as they are. */
function projected(picture: WorldDrawing["picture"]): WorldDrawing["picture"] {
  const { series = [], geo, ...option } = picture.option as { series?: { type: string }[]; geo?: object };
  return {
    ...picture,
    option: {
      ...option,
      series: series.map((one) => (one.type === "map" ? { ...one, projection } : one)),
      ...(geo ? { geo: { ...geo, projection } } : {}),
    },
  };
}
