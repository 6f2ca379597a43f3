import type { EChartSpec, Zoom, ZoomPath } from "../echart/echart-spec.ts";
import { ancestorNames, type Branch, branchAt, preorder } from "./hierarchy.ts";

export interface VisibleTree {
  whole: Branch | undefined;
  tops: readonly Branch[];
  all: readonly Branch[];
}

export const TRAIL_HEIGHT = 26;

export function zoomedPicture(
  tops: readonly Branch[],
  draw: (shown: VisibleTree) => EChartSpec,
  path: ZoomPath = [],
): EChartSpec & { zoom: Zoom } {
  const whole = branchAt(tops, path);
  const shown = whole?.children ?? tops;
  const all = preorder(shown);
  return {
    ...draw({ whole, tops: shown, all }),
    zoom: {
      trail: whole ? ancestorNames(whole) : [],
      into: ({ dataIndex }) => {
        const branch = all[dataIndex];
        const target = branch && branch.children.length > 0 ? branch : branch?.parent;
        return target && target !== whole ? target.path : null;
      },
      to: (next) => zoomedPicture(tops, draw, next),
    },
  };
}
