import { SquareDashedMousePointer } from "lucide-react";
import { useEffect, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./AreaBrush.module.css";
import { AreaBrush, areaBetween, Box } from "./AreaBrush.tsx";
import type { MarkMap } from "./gl-map.ts";
import type { MapSpec } from "./map-spec.ts";

interface AreaLayerProps extends Pick<RendererProps, "onBrush"> {
  map: MarkMap;
  picture: MapSpec;
  brush: NonNullable<MapSpec["brush"]>;
  width: number;
  height: number;
  onSelect: NonNullable<RendererProps["onSelect"]>;
}

export function AreaLayer({ map, picture, brush, width, height, onSelect, onBrush }: AreaLayerProps) {
  const [isDrawing, setDrawing] = useState(false);
  const tellNear = () => {
    const within = areaBetween(map, { x: 0, y: 0 }, { x: width, y: height });
    onBrush?.({ kind: "near", dimensions: brush.dimensions(within) });
  };
  const corners = useCorners(map, brush, [picture, width, height].join());
  return (
    <>
      {corners ? (
        <div className={styles.shown}>
          <Box {...corners} />
        </div>
      ) : null}
      {isDrawing ? <AreaBrush {...{ map, brush, onSelect, onBrush }} onClose={() => setDrawing(false)} /> : null}
      <button
        type="button"
        className={styles.button}
        aria-label={brush.shown ? t("Clear area") : t("Select area")}
        title={brush.shown ? t("Clear area") : t("Select area")}
        aria-pressed={isDrawing}
        onPointerEnter={tellNear}
        onFocus={tellNear}
        onClick={() => (brush.shown ? onSelect(null, false) : setDrawing(!isDrawing))}
      >
        <SquareDashedMousePointer size={14} aria-hidden />
      </button>
    </>
  );
}

function useCorners(map: MarkMap, { shown }: AreaLayerProps["brush"], size: string) {
  const [, setMoved] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size or picture moves the map
  useEffect(() => {
    if (!shown) return;
    const move = () => setMoved((count) => count + 1);
    move();
    return map.watchView(move);
  }, [map, shown, size]);
  if (!shown) return undefined;
  const { west, east, south, north } = shown;
  return { a: map.placeOf([west, north]), b: map.placeOf([east, south]) };
}
