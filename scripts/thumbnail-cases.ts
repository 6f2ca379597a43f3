import { createHash } from "node:crypto";
import { loadGallery } from "../src/chart-types/galleries.ts";
import { CHART_CARDS } from "../src/chart-types/index.ts";

/** Chart type folder -> short hash of the gallery case in its thumbnail. */
export async function thumbnailCases(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { folder, key } of CHART_CARDS) {
    const [first] = await loadGallery(key);
    if (!first) continue;
    const text = JSON.stringify([first.dataset, first.formData]);
    hashes[folder] = createHash("sha256").update(text).digest("hex").slice(0, 8);
  }
  return hashes;
}
