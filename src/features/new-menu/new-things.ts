import {
  Bell,
  ChartColumn,
  Database,
  FileArchive,
  LayoutDashboard,
  type LucideIcon,
  SquareTerminal,
  Table2,
  Upload,
} from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { can } from "../../web/session/session.ts";
import { canImport, openImport } from "../import/index.ts";
import { CONNECT_PATH, openUpload } from "../upload/index.ts";

interface NewThing {
  key: string;
  label: string;
  action: string;
  icon: LucideIcon;
  guard: readonly [string, string] | (() => boolean);
  /** Path of the page that creates it; undefined with `run`. */
  to?: string;
  run?(): void;
  words?: string;
}

export const UPLOAD = "upload";

const NEW_THINGS: readonly NewThing[] = [
  {
    key: "chart",
    label: t("Chart"),
    action: t("New chart"),
    icon: ChartColumn,
    guard: ["can_write", "Chart"],
    to: "/chart/add",
  },
  {
    key: "dashboard",
    label: t("Dashboard"),
    action: t("New dashboard"),
    icon: LayoutDashboard,
    guard: ["can_write", "Dashboard"],
    to: "/dashboard/new/",
  },
  {
    key: "query",
    label: t("SQL query"),
    action: t("Write SQL"),
    icon: SquareTerminal,
    guard: ["can_read", "SQLLab"],
    to: "/sqllab/?new=true",
  },
  {
    key: "dataset",
    label: t("Dataset"),
    action: t("New dataset"),
    icon: Table2,
    guard: ["can_write", "Dataset"],
    to: "/tablemodelview/list/?new=dataset",
  },
  {
    key: "alert",
    label: t("Alert or report"),
    action: t("New alert or report"),
    icon: Bell,
    guard: ["can_write", "ReportSchedule"],
    to: "/alert/list/?new=1",
  },
  {
    key: "database",
    label: t("Database connection"),
    action: t("Connect a database"),
    icon: Database,
    guard: ["can_write", "Database"],
    to: CONNECT_PATH,
  },
  {
    key: UPLOAD,
    label: t("Upload file"),
    action: t("Upload a file"),
    icon: Upload,
    guard: ["can_upload", "Database"],
    run: () => openUpload(),
    words: t("csv excel parquet import##search words"),
  },
  {
    key: "import",
    label: t("Import an export"),
    action: t("Import an export"),
    icon: FileArchive,
    guard: canImport,
    run: openImport,
    words: t("zip yaml bundle restore##search words"),
  },
];

export function newThings(): readonly NewThing[] {
  return NEW_THINGS.filter(({ guard }) => (typeof guard === "function" ? guard() : can(...guard)));
}
