import type { App } from "../../../server/app.ts";
import type { User } from "../../../server/user.ts";
import { canAccessDataset, datasetForQuery, isEditorRecord } from "../../dataset/index.ts";
import { cacheSecondsOf } from "./cache-timeout.ts";
import { type PreparedContext, queriesWithRows } from "./prepared.ts";

interface Known {
  datasetId: number;
  /** Of its form data, what a time-out may depend on. */
  formData: { slice_id: unknown };
  version: string;
  cacheKey: string;
}

const MOST = 5000;

/** Where the answers of earlier requests are kept, by their text, so that the same text need not be read again. */
export class KnownRequests {
  readonly #app: App;
  readonly #known = new Map<string, Known>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Undefined when it is not known, the dataset has changed, or it matters where the user comes from. */
  async cacheKeyOf(request: string, user: User): Promise<string | undefined> {
    const entry = this.#known.get(request);
    if (!entry) return undefined;
    const dataset = await datasetForQuery(this.#app, entry.datasetId);
    if (user.guest || !canAccessDataset(user, dataset)) return undefined;
    if (dataset.version !== entry.version) return undefined;
    // Its chart may be one whose answers are not kept any more.
    return (await cacheSecondsOf(this.#app, dataset, { form_data: entry.formData })) < 0 ? undefined : entry.cacheKey;
  }

  /** Only what is kept at all, and depends on nothing else. */
  remember(request: string, prepared: PreparedContext, cacheKey: string): void {
    if (dependsOnMore(prepared) || isEditorRecord(prepared.dataset) || prepared.force || prepared.cacheSeconds < 0)
      return;
    if (this.#known.size >= MOST) this.#known.clear();
    const { dataset, formData } = prepared;
    const chart = { slice_id: formData?.slice_id };
    this.#known.set(request, { datasetId: dataset.id, version: dataset.version, formData: chart, cacheKey });
  }
}

/** Whether the answer depends on more than the request and its dataset: on the time, or on what annotates it. */
function dependsOnMore(prepared: PreparedContext): boolean {
  return queriesWithRows(prepared).some(
    ({ compiled, annotations, isTemplated, hidesSql }) =>
      hidesSql || isTemplated || compiled.isRelativeToNow || annotations.length > 0,
  );
}
