import { ChartColumn, LayoutDashboard, type LucideIcon, Table2 } from "lucide-react";

/** What can be made: read by the New menu, Home and the palette. `view` is whose can_write is needed. */
export const NEW_THINGS: readonly { key: string; label: string; icon: LucideIcon; view: string; to: string }[] = [
  { key: "chart", label: "Chart", icon: ChartColumn, view: "Chart", to: "/chart/add" },
  { key: "dashboard", label: "Dashboard", icon: LayoutDashboard, view: "Dashboard", to: "/dashboard/new/" },
  { key: "dataset", label: "Dataset", icon: Table2, view: "Dataset", to: "/tablemodelview/list/?new=dataset" },
];
