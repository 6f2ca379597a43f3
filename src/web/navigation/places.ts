import {
  Bell,
  ChartColumn,
  Database,
  FileClock,
  FileCode,
  History,
  House,
  KeyRound,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  MessageSquareText,
  Paintbrush,
  Palette,
  ShieldCheck,
  SquareTerminal,
  Table2,
  Tags,
  Trash2,
  Unplug,
  UserRound,
  Users,
  UsersRound,
} from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { can, isVisitor } from "../session/session.ts";

const TRASHABLE = ["Dashboard", "Chart", "Dataset"];

/** Main pages in sidebar order. `g` then `key` goes there. */
export interface Place {
  key: string;
  label: string;
  path: string;
  icon: LucideIcon;
  /** Any of these permissions is required; null: none. */
  guard: readonly (readonly [string, string])[] | null;
  isSecondary?: true;
  isOwn?: true;
  within: RegExp;
  /** Further pages, shown below the place while one of its pages is open. */
  pages?: readonly PlacePage[];
}

export interface PlacePage {
  label: string;
  path: string;
  icon: LucideIcon;
  guard: readonly [string, string];
}

export const PLACES: readonly Place[] = [
  {
    key: "h",
    label: t("Home"),
    path: "/superset/welcome/",
    icon: House,
    guard: null,
    within: /^\/(superset\/welcome\/?)?$/,
  },
  {
    key: "d",
    label: t("Dashboards"),
    path: "/dashboard/list/",
    icon: LayoutDashboard,
    guard: [["can_read", "Dashboard"]],
    within: /^\/(superset\/)?dashboard\//,
  },
  {
    key: "c",
    label: t("Charts"),
    path: "/chart/list/",
    icon: ChartColumn,
    guard: [["can_read", "Chart"]],
    within: /^\/(chart\/|explore|superset\/explore)/,
  },
  {
    key: "t",
    label: t("Datasets"),
    path: "/tablemodelview/list/",
    icon: Table2,
    guard: [["can_read", "Dataset"]],
    within: /^\/(tablemodelview|dataset)\//,
  },
  {
    key: "s",
    label: t("SQL Lab"),
    path: "/sqllab/",
    icon: SquareTerminal,
    guard: [["can_read", "SQLLab"]],
    within: /^\/(sqllab|savedqueryview)\//,
    pages: [
      {
        label: t("Saved queries"),
        path: "/savedqueryview/list/",
        icon: FileCode,
        guard: ["can_read", "SavedQuery"],
      },
      { label: t("Query history"), path: "/sqllab/history/", icon: History, guard: ["can_read", "Query"] },
    ],
  },
  {
    key: "a",
    label: t("Alerts & reports"),
    path: "/alert/list/",
    icon: Bell,
    guard: [["can_read", "ReportSchedule"]],
    within: /^\/(alert|report)\//,
  },
  {
    key: "b",
    label: t("Databases"),
    path: "/databaseview/list/",
    icon: Database,
    guard: [["can_write", "Database"]],
    isSecondary: true,
    within: /^\/databaseview\//,
  },
  {
    key: "n",
    label: t("Annotation layers"),
    path: "/annotationlayer/list/",
    icon: MessageSquareText,
    guard: [["can_write", "Annotation"]],
    isSecondary: true,
    within: /^\/annotationlayer\//,
  },
  {
    key: "y",
    label: t("CSS templates"),
    path: "/csstemplatemodelview/list/",
    icon: Paintbrush,
    guard: [["can_write", "CssTemplate"]],
    isSecondary: true,
    within: /^\/csstemplate\w+\//,
  },
  {
    key: "m",
    label: t("Themes"),
    path: "/theme/list/",
    icon: Palette,
    guard: [["can_write", "Theme"]],
    isSecondary: true,
    within: /^\/theme\//,
  },
  {
    key: "l",
    label: t("Tags"),
    path: "/superset/tags/",
    icon: Tags,
    guard: [["can_read", "Tag"]],
    isSecondary: true,
    within: /^\/superset\/(tags|all_entities)\//,
  },
  {
    key: "u",
    label: t("Users"),
    path: "/users/",
    icon: Users,
    guard: [["can_read", "User"]],
    isSecondary: true,
    within: /^\/users\//,
  },
  {
    key: "o",
    label: t("Roles"),
    path: "/roles/",
    icon: KeyRound,
    guard: [["can_read", "Role"]],
    isSecondary: true,
    within: /^\/roles\//,
  },
  {
    key: "p",
    label: t("Groups"),
    path: "/list_groups/",
    icon: UsersRound,
    guard: [["can_read", "Group"]],
    isSecondary: true,
    within: /^\/list_groups\//,
  },
  {
    key: "r",
    label: t("Row-level security"),
    path: "/rowlevelsecurity/list/",
    icon: ShieldCheck,
    guard: [["can_read", "Row Level Security"]],
    isSecondary: true,
    within: /^\/rowlevelsecurity\//,
  },
  {
    key: "v",
    label: t("Connection rules"),
    path: "/connection-rules/",
    icon: Unplug,
    guard: [["can_read", "AllowedLocation"]],
    isSecondary: true,
    within: /^\/connection-rules\//,
  },
  {
    key: "i",
    label: t("Public links"),
    path: "/public-links/",
    icon: Link2,
    guard: [["can_manage", "PublicLink"]],
    isSecondary: true,
    within: /^\/public-links\//,
  },
  {
    key: "w",
    label: t("Action log"),
    path: "/actionlog/list/",
    icon: FileClock,
    guard: [["can_read", "Log"]],
    isSecondary: true,
    within: /^\/actionlog\//,
  },
  {
    key: "k",
    label: t("Your account"),
    path: "/user_info/",
    icon: UserRound,
    guard: null,
    isOwn: true,
    within: /^\/user_info\//,
  },
  {
    key: "x",
    label: t("Trash"),
    path: "/trash/",
    icon: Trash2,
    guard: TRASHABLE.map((view) => ["can_write", view] as const),
    isSecondary: true,
    within: /^\/trash\//,
  },
];

export const KIND_ICONS = {
  dashboard: LayoutDashboard,
  chart: ChartColumn,
  dataset: Table2,
  database: Database,
} as const;

export function visiblePlaces(): readonly Place[] {
  return PLACES.filter(({ guard }) =>
    guard === null ? !isVisitor() : guard.some(([permission, view]) => can(permission, view)),
  );
}

export const mainPlaces = (): readonly Place[] => visiblePlaces().filter((place) => !place.isSecondary && !place.isOwn);

export const secondaryPlaces = (): readonly Place[] => visiblePlaces().filter((place) => place.isSecondary);

export const pagesOf = ({ pages = [] }: Place): readonly PlacePage[] => pages.filter(({ guard }) => can(...guard));

export const ownPlaces = (): readonly Place[] => visiblePlaces().filter((place) => place.isOwn);
