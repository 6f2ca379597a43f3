import { MapChart } from "../../chart-kit/map/MapChart.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import styles from "./Renderer.module.css";
import { type CartodiagramDrawing, onMap } from "./transform.ts";

export function Renderer({ props, drawPart, ...rest }: RendererProps<CartodiagramDrawing>) {
  const { picture, part, places, sizeAt, draw, background, radius } = props;
  const pinsAt = (zoom: number) => {
    const size = sizeAt(zoom);
    return places.map((place) => {
      const drawing = draw(place, size);
      const style = { ...size, background, borderRadius: radius };
      return {
        key: place.key,
        at: onMap(place.at, size.height, zoom),
        content: (
          <figure className={styles.chart} style={style} aria-label={drawing.summary}>
            {part && drawPart?.(part, { ...size, props: drawing.props, theme: rest.theme })}
          </figure>
        ),
      };
    });
  };
  return <MapChart props={picture} {...rest} pinsAt={pinsAt} />;
}
