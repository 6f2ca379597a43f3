import { Bell, ChartColumn, LayoutDashboard, type LucideIcon, SquareTerminal, Table2, Upload } from "lucide-react";
import { can } from "../../web/session/session.ts";
import { openUpload } from "../upload/index.ts";

interface NewThing {
  key: string;
  /** In a menu that says "New". */
  label: string;
  /** Where nothing says "New". */
  action: string;
  icon: LucideIcon;
  /** The pair that lets people make it. */
  guard: readonly [string, string];
  /** Where it is made, unless it is made by `run`. */
  to?: string;
  run?(): void;
  /** Further words by which it is found. */
  words?: string;
}

export const UPLOAD = "upload";

const NEW_THINGS: readonly NewThing[] = [
  {
    key: "chart",
    label: "Chart",
    action: "New chart",
    icon: ChartColumn,
    guard: ["can_write", "Chart"],
    to: "/chart/add",
  },
  {
    key: "dashboard",
    label: "Dashboard",
    action: "New dashboard",
    icon: LayoutDashboard,
    guard: ["can_write", "Dashboard"],
    to: "/dashboard/new/",
  },
  {
    key: "query",
    label: "SQL query",
    action: "Write SQL",
    icon: SquareTerminal,
    guard: ["can_read", "SQLLab"],
    to: "/sqllab/?new=true",
  },
  {
    key: "dataset",
    label: "Dataset",
    action: "New dataset",
    icon: Table2,
    guard: ["can_write", "Dataset"],
    to: "/tablemodelview/list/?new=dataset",
  },
  {
    key: "alert",
    label: "Alert or report",
    action: "New alert or report",
    icon: Bell,
    guard: ["can_write", "ReportSchedule"],
    to: "/alert/list/?new=1",
  },
  {
    key: UPLOAD,
    label: "Upload file",
    action: "Upload a file",
    icon: Upload,
    guard: ["can_upload", "Database"],
    run: () => openUpload(),
    words: "csv excel parquet import",
  },
];

/** What the user may make: read by the New menu, Home and the palette. */
export function newThings(): readonly NewThing[] {
  return NEW_THINGS.filter(({ guard: [permission, view] }) => can(permission, view));
}
