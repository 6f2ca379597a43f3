import { type EdgeCase, isEdgeCase } from "./edge-cases.ts";

export interface Pictures {
  type: string;
  only: number | undefined;
  sizes: readonly { width: number; height: number }[];
  data: readonly (EdgeCase | undefined)[];
}

const DEFAULT_SIZES = [
  { width: 300, height: 200 },
  { width: 800, height: 450 },
];

/** Parses `?type=pie&case=0&sizes=300x200,800x450&data=empty,one`. */
export function parsePictures(params: URLSearchParams): Pictures {
  const index = params.get("case");
  const sizes = (params.get("sizes") ?? "").split(",").flatMap((text) => {
    const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(text.trim()) ?? [];
    return width && height ? [{ width: Number(width), height: Number(height) }] : [];
  });
  const data = (params.get("data") ?? "").split(",").filter(isEdgeCase);
  return {
    type: params.get("type") ?? "",
    only: index !== null && /^\d+$/.test(index) ? Number(index) : undefined,
    sizes: sizes.length > 0 ? sizes : DEFAULT_SIZES,
    data: data.length > 0 ? data : [undefined],
  };
}
