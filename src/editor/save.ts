import type { DashboardProperties } from "../model/dashboard.ts";
import { type Layout, toPositions } from "../model/dashboard-layout.ts";
import { storedEntries, unparsedControls, withUnparsed } from "../model/display-control.ts";
import type { DashboardDocument } from "./dashboard-document.ts";

export const UNTITLED = "[ untitled dashboard ]";

export interface PropertiesPayload {
  dashboard_title: string;
  slug: string | null;
  css: string | null;
  certified_by: string | null;
  certification_details: string | null;
  published: boolean;
  owners: number[];
  roles: number[];
  tags: number[];
  theme_id?: number | null;
}

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

export function toPropertiesPayload(properties: DashboardProperties): PropertiesPayload {
  const certifiedBy = properties.certified_by?.trim() || null;
  return {
    dashboard_title: properties.dashboard_title.trim() || UNTITLED,
    slug: properties.slug?.trim() || null,
    css: properties.css || null,
    certified_by: certifiedBy,
    certification_details: certifiedBy ? properties.certification_details?.trim() || null : null,
    published: properties.published,
    owners: properties.owners.map((owner) => owner.id),
    roles: properties.roles.map((role) => role.id),
    tags: properties.tags.flatMap(({ id }) => id ?? []),
    ...(properties.theme === undefined ? {} : { theme_id: properties.theme?.id ?? null }),
  };
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
