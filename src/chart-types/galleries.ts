import type { GalleryCase } from "../chart-seam/chart-type.ts";
import { chartCard } from "./index.ts";

export async function loadGallery(vizType: string): Promise<readonly GalleryCase[]> {
  const folder = chartCard(vizType)?.folder;
  if (folder === undefined) return [];
  const { gallery }: { gallery: readonly GalleryCase[] } = await import(`./${folder}/gallery.ts`);
  return gallery;
}
