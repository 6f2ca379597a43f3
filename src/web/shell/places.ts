import { ChartColumn, Database, House, LayoutDashboard, type LucideIcon, Table2 } from "lucide-react";
import { can } from "../session.ts";

/** The places of the product, in the order of the rail. `g` then `key` goes there. */
export interface Place {
  key: string;
  label: string;
  path: string;
  icon: LucideIcon;
  guard: readonly [string, string] | null;
  /** Further paths under which the place is marked as current. */
  within: RegExp;
}

export const PLACES: readonly Place[] = [
  {
    key: "h",
    label: "Home",
    path: "/superset/welcome/",
    icon: House,
    guard: null,
    within: /^\/(superset\/welcome\/?)?$/,
  },
  {
    key: "d",
    label: "Dashboards",
    path: "/dashboard/list/",
    icon: LayoutDashboard,
    guard: ["can_read", "Dashboard"],
    within: /^\/(superset\/)?dashboard\//,
  },
  {
    key: "c",
    label: "Charts",
    path: "/chart/list/",
    icon: ChartColumn,
    guard: ["can_read", "Chart"],
    within: /^\/(chart\/|explore|superset\/explore)/,
  },
  {
    key: "t",
    label: "Datasets",
    path: "/tablemodelview/list/",
    icon: Table2,
    guard: ["can_read", "Dataset"],
    within: /^\/(tablemodelview|dataset)\//,
  },
];

/** Icons of the kinds of things, the same everywhere. */
export const KIND_ICONS = {
  dashboard: LayoutDashboard,
  chart: ChartColumn,
  dataset: Table2,
  database: Database,
} as const;

export function visiblePlaces(): readonly Place[] {
  return PLACES.filter((place) => place.guard === null || can(place.guard[0], place.guard[1]));
}
