import { isUnusual, type Unusual } from "./unusual.ts";

export interface Pictures {
  /** A `viz_type`. */
  type: string;
  /** The one case to show, from 0; undefined: all. */
  only: number | undefined;
  /** Pixels. */
  sizes: readonly { width: number; height: number }[];
  /** Each drawn once at every size; undefined: the case's own data. */
  data: readonly (Unusual | undefined)[];
}

const USUAL = [
  { width: 300, height: 200 },
  { width: 800, height: 450 },
];

/** What `?type=pie&case=0&sizes=300x200,800x450&data=empty,one` asks for. */
export function parsePictures(params: URLSearchParams): Pictures {
  const index = params.get("case");
  const sizes = (params.get("sizes") ?? "").split(",").flatMap((text) => {
    const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(text.trim()) ?? [];
    return width && height ? [{ width: Number(width), height: Number(height) }] : [];
  });
  const data = (params.get("data") ?? "").split(",").filter(isUnusual);
  return {
    type: params.get("type") ?? "",
    only: index !== null && /^\d+$/.test(index) ? Number(index) : undefined,
    sizes: sizes.length > 0 ? sizes : USUAL,
    data: data.length > 0 ? data : [undefined],
  };
}
