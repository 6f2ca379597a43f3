import { type RefObject, useEffect, useRef, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { lazy } from "../../ui/lazy.ts";
import type { MapTiles } from "./base-map.ts";
import type { MapEvents, MarkMap } from "./gl-map.ts";
import type { MapSpec } from "./map-spec.ts";

const GL_MAP = lazy(() => import("./gl-map.ts"));

function mapTiles(): MapTiles | null {
  const url = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]');
  return url?.content ? { url: url.content, attribution: url.dataset.credit ?? "" } : null;
}

interface MarkMapHandle {
  element: RefObject<HTMLDivElement | null>;
  current: MarkMap | null;
  isDrawn: boolean;
  problem: string | undefined;
}

export function useMarkMap(
  { props: picture, width, height, theme, onOwnState }: RendererProps<MapSpec>,
  events: Pick<MapEvents, "onPoint" | "onChoose" | "onMenu">,
): MarkMapHandle {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MarkMap | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const latest = useRef({ ...events, onOwnState, theme });
  latest.current = { ...events, onOwnState, theme };

  useEffect(() => {
    if (!canDraw()) {
      setProblem(t("This browser can't display maps because WebGL 2 is off or not supported."));
      return;
    }
    let isOver = false;
    let created: MarkMap | undefined;
    const create = async () => {
      const { MarkMap } = await GL_MAP.load();
      if (isOver || !element.current) return;
      created = new MarkMap(element.current, {
        theme: latest.current.theme,
        tiles: mapTiles(),
        events: {
          onPoint: (hit) => latest.current.onPoint(hit),
          onChoose: (hit, isAdditive) => latest.current.onChoose(hit, isAdditive),
          onMenu: (hit, at) => latest.current.onMenu(hit, at),
          onView: (viewport) => latest.current.onOwnState?.({ viewport }),
          onDrawn: () => setIsDrawn(true),
          onMove: () => latest.current.onPoint(null),
        },
      });
      setMap(created);
    };
    create().catch((cause: unknown) => setProblem(cause instanceof Error ? cause.message : String(cause)));
    return () => {
      isOver = true;
      setMap(null);
      created?.dispose();
    };
  }, []);

  useEffect(() => map?.draw(picture, theme), [map, picture, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map reads its size from its element
  useEffect(() => map?.resize(), [map, width, height]);
  return { element, current: map, isDrawn, problem };
}

let isCapable: boolean | undefined;

/** Releases the test context right away, as browsers limit their number. */
function canDraw(): boolean {
  if (isCapable === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    isCapable = context !== null;
  }
  return isCapable;
}
