import { type PropertiesPayload, toPropertiesPayload } from "../model/dashboard.ts";
import { type Layout, toPositions } from "../model/dashboard-layout.ts";
import { storedEntries, unparsedControls, withUnparsed } from "../model/display-control.ts";
import type { DashboardDocument } from "./dashboard-document.ts";

/** Body of PUT /api/v1/dashboard/{id}. */
export interface SavePayload extends PropertiesPayload {
  json_metadata: string;
}

export function savedPositions(
  layout: Layout,
  ancestors: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  const placed = Object.entries(layout).map(([id, component]) => [
    id,
    { ...component, parents: [...(ancestors.get(id) ?? [])] },
  ]);
  return toPositions(Object.fromEntries(placed));
}

export function toSavePayload(
  document: DashboardDocument,
  ancestors: ReadonlyMap<string, readonly string[]>,
): SavePayload {
  const { properties, metadata, filters, layout } = document;
  const { native_filter_configuration, chart_customization_config } = storedEntries(filters);
  return {
    ...toPropertiesPayload(properties),
    json_metadata: JSON.stringify({
      ...metadata,
      native_filter_configuration: withUnparsed(native_filter_configuration, metadata.native_filter_configuration),
      chart_customization_config: withUnparsed(
        chart_customization_config,
        unparsedControls(metadata.chart_customization_config),
      ),
      positions: savedPositions(layout, ancestors),
    }),
  };
}
