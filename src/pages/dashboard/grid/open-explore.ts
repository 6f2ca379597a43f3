import { createFormData } from "../../../api/explore/contract.ts";
import { mergeExtraFormData } from "../../../model/data-mask.ts";
import { parseDatasource } from "../../../model/form-data.ts";
import { call } from "../../../web/client.ts";
import type { Tile } from "./use-tile.ts";

/** Opens the chart in Explore with the filters it has on the dashboard; without them when they cannot be kept. */
export async function openExplore(tile: Pick<Tile, "formData" | "extra">, chartId: number): Promise<void> {
  window.location.assign(await exploreAddress(tile, chartId));
}

async function exploreAddress({ formData, extra }: Pick<Tile, "formData" | "extra">, chartId: number): Promise<string> {
  const plain = `/explore/?slice_id=${chartId}`;
  if (Object.keys(extra).length === 0 || !formData.datasource) return plain;
  const merged = mergeExtraFormData([formData.extra_form_data ?? undefined, extra]);
  const { id, type } = parseDatasource(formData.datasource);
  const body = {
    datasource_id: id,
    datasource_type: type,
    chart_id: chartId,
    form_data: JSON.stringify({ ...formData, extra_form_data: merged }),
  };
  try {
    const { key } = await call(createFormData, { body });
    return `${plain}&form_data_key=${encodeURIComponent(key)}`;
  } catch {
    return plain;
  }
}
