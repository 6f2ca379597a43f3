import type { Phase, TileProfile } from "./tile-profile.ts";

/** Why a chart is slow. Each has a text in `pages/dashboard/profile/reason-texts.ts`. */
export type SlowReason =
  | "failed"
  | "filter_first"
  | "page_load"
  | "browser_busy"
  | "queue"
  | "templates"
  | "planning"
  | "cache_off"
  | "cache_changing"
  | "cache_short"
  | "cache_bypassed"
  | "not_cached"
  | "nested_join"
  | "many_groups"
  | "index_missing"
  | "remote"
  | "database_busy"
  | "many_statements"
  | "full_scan"
  | "slow_query"
  | "background"
  | "processing"
  | "much_data"
  | "encoding"
  | "slow_network"
  | "many_points"
  | "chart_code"
  | "drawing"
  | "row_limit";

export interface Finding {
  reason: SlowReason;
  phase: Phase | null;
}

const FAST_MS = 100;
/** A part of the time that is worth explaining. */
const MIN_SHARE = 0.2;
const MIN_MS = 40;
const MANY_GROUPS = 5000;
/** Smaller limits are chosen, as for the first ten. */
const MANY_CUT = 1000;
const MANY_STATEMENTS = 4;
const MANY_CELLS = 20_000;
const MANY_BYTES = 1_000_000;
const MANY_POINTS = 5000;
const BUSY_MS = 300;
const SHORT_CACHE_SECONDS = 300;
const HALF = 0.5;

/** The most important first. Empty for fast charts without a remark. */
export function slowReasons(tile: TileProfile): Finding[] {
  if (tile.hasFailed) return [{ reason: "failed", phase: null }];
  const findings =
    tile.wallMs < FAST_MS ? [] : [...cacheFindings(tile, true), ...partFindings(tile), ...cacheFindings(tile)];
  if (tile.isCut && tile.rows >= MANY_CUT) findings.push({ reason: "row_limit", phase: null });
  return findings.filter(({ reason }, at) => findings.findIndex((other) => other.reason === reason) === at);
}

const timeOf = (tile: TileProfile, phase: Phase) => tile.phases[phase] ?? 0;

function partFindings(tile: TileProfile): Finding[] {
  const parts = (Object.keys(PART_REASONS) as Phase[])
    .map((phase) => ({ phase, ms: timeOf(tile, phase) }))
    .filter(({ ms }) => ms >= MIN_MS && ms >= tile.wallMs * MIN_SHARE)
    .sort((a, b) => b.ms - a.ms);
  return parts.flatMap(({ phase }) => PART_REASONS[phase](tile).map((reason) => ({ reason, phase })));
}

const PART_REASONS: Readonly<Record<Phase, (tile: TileProfile) => SlowReason[]>> = {
  wait: (tile) => {
    if (tile.awaitsFilter) return ["filter_first"];
    if (isBrowserBusy(tile)) return ["browser_busy"];
    return tile.isFirst ? ["page_load"] : [];
  },
  queue: () => ["queue"],
  plan: (tile) => [(tile.server?.templates ?? 0) >= timeOf(tile, "plan") * HALF ? "templates" : "planning"],
  engine: engineReasons,
  encode: (tile) => {
    if ((tile.server?.processing ?? 0) >= timeOf(tile, "encode") * HALF) return ["processing"];
    return [isMuch(tile) ? "much_data" : "encoding"];
  },
  wire: (tile) => {
    if (isBrowserBusy(tile)) return ["browser_busy"];
    return [isMuch(tile) ? "much_data" : "slow_network"];
  },
  decode: () => ["much_data"],
  draw: (tile) => {
    if (tile.codeMs >= timeOf(tile, "draw") * HALF) return ["chart_code"];
    return [tile.rows >= MANY_POINTS ? "many_points" : "drawing"];
  },
};

const isMuch = ({ bytes, cells }: TileProfile) => bytes >= MANY_BYTES || cells >= MANY_CELLS;

const isBrowserBusy = (tile: TileProfile) => tile.busyMs >= (timeOf(tile, "wait") + timeOf(tile, "wire")) * HALF;

/** Planning takes as long as running, without work that would explain it. */
function isRemote({ server, explained, phases }: TileProfile): boolean {
  if (!explained || explained.isFullScan || explained.isIndexMissing || explained.isNestedJoin) return false;
  const statementMs = (phases.engine ?? 0) / Math.max(1, server?.statements ?? 1);
  return explained.explainMs >= statementMs * HALF;
}

const hasManyGroups = ({ isGrouped, rows, isCut }: TileProfile) =>
  isGrouped && (rows >= MANY_GROUPS || (isCut && rows >= MANY_CUT));

function engineReasons(tile: TileProfile): SlowReason[] {
  const { server, explained } = tile;
  if (!server) return ["background"];
  const engineMs = timeOf(tile, "engine");
  if (isRemote(tile)) return ["remote"];
  if (explained?.isCheap && engineMs >= BUSY_MS) return ["database_busy"];
  const causes: [SlowReason, boolean | undefined][] = [
    ["nested_join", explained?.isNestedJoin],
    ["many_groups", hasManyGroups(tile)],
    ["index_missing", explained?.isIndexMissing],
    ["many_statements", server.statements >= MANY_STATEMENTS],
    ["full_scan", explained?.isFullScan],
  ];
  const found = causes.flatMap(([reason, isFound]) => (isFound ? [reason] : []));
  return found.length > 0 ? found : ["slow_query"];
}

/** A cache that can't help is the cheapest to change. That a result wasn't cached yet is only a remark. */
function cacheFindings(tile: TileProfile, isFirst = false): Finding[] {
  const { server, explained } = tile;
  const answerMs = timeOf(tile, "queue") + timeOf(tile, "engine") + timeOf(tile, "encode");
  if (!server || server.cache === "hit" || answerMs < MIN_MS || answerMs < tile.wallMs * MIN_SHARE) return [];
  const found = (reason: SlowReason): Finding[] => [{ reason, phase: "engine" }];
  if (server.cache === "off") return found("cache_off");
  if (explained?.isChanging) return found("cache_changing");
  if (isFirst) return [];
  if (server.cache === "bypassed") return found("cache_bypassed");
  const isShort = server.cacheSeconds > 0 && server.cacheSeconds < SHORT_CACHE_SECONDS;
  return found(isShort ? "cache_short" : "not_cached");
}
