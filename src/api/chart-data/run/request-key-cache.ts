import type { App } from "../../../server/app.ts";
import type { User } from "../../../server/user.ts";
import { canAccessDataset, datasetForQuery, isEditorRecord } from "../../dataset/index.ts";
import { cacheSecondsOf } from "./cache-timeout.ts";
import { type PreparedContext, queriesWithRows } from "./prepared.ts";

interface RequestKey {
  datasetId: number;
  formData: { slice_id: unknown };
  version: string;
  cacheKey: string;
}

const MAX_ENTRIES = 5000;

/** Maps the text of earlier requests to cache keys, so that repeated requests skip parsing. */
export class RequestKeyCache {
  readonly #app: App;
  readonly #known = new Map<string, RequestKey>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Undefined if unknown, if the dataset changed, or if the answer depends on the caller. */
  async cacheKeyOf(request: string, user: User): Promise<string | undefined> {
    const entry = this.#known.get(request);
    if (!entry) return undefined;
    const dataset = await datasetForQuery(this.#app, entry.datasetId);
    if (user.guest || !canAccessDataset(user, dataset)) return undefined;
    if (dataset.version !== entry.version) return undefined;
    // The chart's cache may have been turned off.
    return (await cacheSecondsOf(this.#app, dataset, { form_data: entry.formData })) < 0 ? undefined : entry.cacheKey;
  }

  remember(request: string, prepared: PreparedContext, cacheKey: string): void {
    if (
      hasOtherDependencies(prepared) ||
      isEditorRecord(prepared.dataset) ||
      prepared.force ||
      prepared.cacheSeconds < 0
    )
      return;
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    const { dataset, formData } = prepared;
    const chart = { slice_id: formData?.slice_id };
    this.#known.set(request, { datasetId: dataset.id, version: dataset.version, formData: chart, cacheKey });
  }
}

function hasOtherDependencies(prepared: PreparedContext): boolean {
  return queriesWithRows(prepared).some(
    ({ compiled, annotations, isTemplated, hidesSql }) =>
      hidesSql || isTemplated || compiled.isRelativeToNow || annotations.length > 0,
  );
}
