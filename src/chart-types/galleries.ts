import type { GalleryCase } from "../chart-seam/chart-type.ts";
import { chartCard } from "./index.ts";

/** The cases of a chart type, for the galleries of the product and for its pictures. A key that is no type has none. */
export async function loadGallery(vizType: string): Promise<readonly GalleryCase[]> {
  const folder = chartCard(vizType)?.folder;
  if (folder === undefined) return [];
  const { gallery }: { gallery: readonly GalleryCase[] } = await import(`./${folder}/gallery.ts`);
  return gallery;
}
