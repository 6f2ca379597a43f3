import type { Account } from "./account.ts";

export interface Settings {
  texts: Record<string, string>;
  versions: Record<string, number>;
}

interface Dashboard {
  json_metadata: string | null;
  position_json: string | null;
}

/** Colors generated for labels without one; stored when an owner opens a dashboard. */
const GENERATED = ["map_label_colors", "shared_label_colors"];

export async function settingsOf(account: Account, dashboard: number): Promise<Settings> {
  const { result } = await account.get<{ result: Dashboard }>(`/api/v1/dashboard/${dashboard}`);
  const charts = await account.get<{ result: { id: number }[] }>(`/api/v1/dashboard/${dashboard}/charts`);
  const settings: Settings = { texts: {}, versions: {} };
  settings.texts["dashboard json_metadata"] = meaningOf(result.json_metadata, GENERATED);
  settings.texts["dashboard position_json"] = meaningOf(result.position_json);
  settings.versions.dashboard = await versionsOf(account, `dashboard/${dashboard}`);
  for (const { id } of charts.result) {
    const chart = await account.get<{ result: { params: string; query_context: string } }>(`/api/v1/chart/${id}`);
    settings.texts[`chart ${id} params`] = meaningOf(chart.result.params);
    settings.texts[`chart ${id} query_context`] = meaningOf(chart.result.query_context);
    settings.versions[`chart ${id}`] = await versionsOf(account, `chart/${id}`);
  }
  return settings;
}

async function versionsOf(account: Account, path: string): Promise<number> {
  const { count, result } = await account.get<{ count?: number; result: unknown[] }>(`/api/v1/${path}/versions/`);
  return count ?? result.length;
}

/** Equal for JSON texts that differ only in the order of keys. */
function meaningOf(text: string | null, without: readonly string[] = []): string {
  const value = text ? JSON.parse(text) : null;
  for (const key of without) delete value?.[key];
  return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, inOrder(one)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function changesBetween(before: Settings, after: Settings): string[] {
  const texts = Object.keys({ ...before.texts, ...after.texts })
    .filter((place) => before.texts[place] !== after.texts[place])
    .map((place) => `${place} (${keysBetween(before.texts[place], after.texts[place])})`);
  const versions = Object.keys({ ...before.versions, ...after.versions })
    .filter((place) => before.versions[place] !== after.versions[place])
    .map((place) => `${place} versions`);
  return [...texts, ...versions];
}

function keysBetween(before = "null", after = "null"): string {
  const [old, now] = [JSON.parse(before) ?? {}, JSON.parse(after) ?? {}] as Record<string, unknown>[];
  const changed = Object.keys({ ...old, ...now }).flatMap((key) => {
    const [was, is] = [JSON.stringify(old?.[key]), JSON.stringify(now?.[key])];
    return was === is ? [] : [`${key}: ${was?.slice(0, 200)} became ${is?.slice(0, 200)}`];
  });
  return changed.join("; ");
}
