import { RISON } from "rison2";
import { DataMaskMap } from "../../../model/data-mask.ts";

/** The page's state in its URL. Unknown parameters are passed to charts as `url_params`. */
export interface UrlState {
  /** Inline masks in rison; undefined if missing or unreadable. */
  nativeFilters?: DataMaskMap;
  isUnreadable: boolean;
  nativeFiltersKey?: string;
  permalinkKey?: string;
  /** 0: full page, 1: no navigation, 2: no title either, 3: no tabs either. */
  standalone: number;
  isEditing: boolean;
  showFilters: boolean;
  /** Overrides the remembered state of the filter bar. */
  expandFilters?: boolean;
  uiConfig: UiConfig;
  focusedChart?: number;
  /** Shows where the time of each chart goes. */
  isProfiled: boolean;
  /** A stored profile. */
  profileKey?: string;
  urlParams: Record<string, string>;
}

export interface UiConfig {
  hideTitle: boolean;
  hideTab: boolean;
  hideNav: boolean;
  hideChartControls: boolean;
  emitDataMasks: boolean;
  showRowLimitWarning: boolean;
}

const OWN = [
  "native_filters",
  "native_filters_key",
  "permalink_key",
  "standalone",
  "edit",
  "show_filters",
  "expand_filters",
  "uiConfig",
  "focused_chart",
  "profile",
  "profile_key",
  "comment",
  "preselect_filters",
  "dashboard_page_id",
];

export function parseUrl(search: string): UrlState {
  const params = new URLSearchParams(search);
  const focused = Number(params.get("focused_chart"));
  const inline = params.get("native_filters");
  const nativeFilters = masksOf(inline);
  return {
    nativeFilters,
    isUnreadable: Boolean(inline) && nativeFilters === undefined,
    nativeFiltersKey: params.get("native_filters_key") ?? undefined,
    permalinkKey: params.get("permalink_key") ?? undefined,
    standalone: standaloneOf(params.get("standalone")),
    isEditing: params.get("edit") === "true",
    showFilters: flagOf(params.get("show_filters")) ?? true,
    expandFilters: flagOf(params.get("expand_filters")),
    uiConfig: uiConfigOf(Number(params.get("uiConfig") ?? 0) || 0),
    focusedChart: Number.isInteger(focused) && focused > 0 ? focused : undefined,
    isProfiled: params.has("profile") && flagOf(params.get("profile")) === true,
    profileKey: params.get("profile_key") ?? undefined,
    urlParams: Object.fromEntries([...params].filter(([name]) => !OWN.includes(name))),
  };
}

function masksOf(text: string | null): DataMaskMap | undefined {
  if (!text) return undefined;
  try {
    return DataMaskMap.parse(RISON.parse(text));
  } catch {
    return undefined;
  }
}

function standaloneOf(text: string | null): number {
  if (text === "true") return 1;
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= 3 ? value : 0;
}

function flagOf(text: string | null): boolean | undefined {
  if (text === null) return undefined;
  return !(text === "0" || text === "false");
}

function uiConfigOf(bits: number): UiConfig {
  return {
    hideTitle: (bits & 1) !== 0,
    hideTab: (bits & 2) !== 0,
    hideNav: (bits & 4) !== 0,
    hideChartControls: (bits & 8) !== 0,
    emitDataMasks: (bits & 16) !== 0,
    showRowLimitWarning: (bits & 32) !== 0,
  };
}

export function chromeOf({ standalone, uiConfig }: Pick<UrlState, "standalone" | "uiConfig">) {
  return {
    hideNav: standalone >= 1 || uiConfig.hideNav,
    hideTitle: standalone >= 2 || uiConfig.hideTitle,
    hideTabs: standalone >= 3 || uiConfig.hideTab,
    hideChartControls: uiConfig.hideChartControls,
  };
}

export function withParams(search: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

export function hashOf(hash: string): string {
  const id = hash.replace(/^#/, "");
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

export function parseStoredMasks(text: string): DataMaskMap | undefined {
  try {
    const parsed = DataMaskMap.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
