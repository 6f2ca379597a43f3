import type { MapTiles } from "./base-map.ts";

/** The tiles that the administrator has chosen, as the page says; null: none. */
export function mapTiles(): MapTiles | null {
  const url = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]');
  return url?.content ? { url: url.content, attribution: url.dataset.credit ?? "" } : null;
}
