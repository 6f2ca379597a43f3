import type { DataValue } from "../../model/query-context.ts";
import { type Branch, branchAt, namesDownTo, preorder } from "../hierarchy/hierarchy.ts";
import type { Hit, Picture } from "./picture.ts";

/** Values of the dimensions down to a branch; of none, to everything. */
export type ZoomPath = readonly DataValue[];

/**
 * How a picture of a tree becomes one of a branch and its parts. A click on a mark zooms where it filters nothing else;
 * everywhere the menu of a mark and the keys + and - do, and the trail above the chart leads back.
 */
export interface Zoom {
  /** Names down to what is shown; empty: everything is. */
  trail: readonly string[];
  /** Where the mark leads: its own parts, or, of a mark that has none, those it is among. null: they are shown already. */
  into(hit: Hit): ZoomPath | null;
  /** The picture of the branch there, or of the nearest one above it that there still is. */
  to(path: ZoomPath): Picture;
}

/** What is shown of a tree. */
export interface Shown {
  /** undefined: everything. */
  whole: Branch | undefined;
  tops: readonly Branch[];
  /** With all parts, in preorder: as the marks are counted. */
  all: readonly Branch[];
}

/** Pixels that the trail takes from a zoomed chart. */
export const TRAIL_HEIGHT = 26;

export function zoomedPicture(
  tops: readonly Branch[],
  draw: (shown: Shown) => Picture,
  path: ZoomPath = [],
): Picture & { zoom: Zoom } {
  const whole = branchAt(tops, path);
  const shown = whole?.children ?? tops;
  const all = preorder(shown);
  return {
    ...draw({ whole, tops: shown, all }),
    zoom: {
      trail: whole ? namesDownTo(whole) : [],
      into: ({ dataIndex }) => {
        const branch = all[dataIndex];
        const target = branch && branch.children.length > 0 ? branch : branch?.parent;
        return target && target !== whole ? target.path : null;
      },
      to: (next) => zoomedPicture(tops, draw, next),
    },
  };
}
