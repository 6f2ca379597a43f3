import type { RunProgress } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import { updateOpenQuery } from "../query/index.ts";

const INTERVAL_MS = 2000;

interface Place {
  index: number;
  count: number;
}

export function progressOf(app: App, id: number) {
  let place: Place = { index: 0, count: 1 };
  let trackingUrl: string | null = null;
  let savedAt = Number.NEGATIVE_INFINITY;
  let saving = Promise.resolve();
  const save = (percent: number) => {
    savedAt = app.clock.elapsed();
    saving = saving
      .then(() => updateOpenQuery(app, id, { progress: wholeOf(place, percent), tracking_url: trackingUrl }))
      .then(() => undefined)
      .catch((error: unknown) => app.log.error("could not save the progress of a query", { error }));
  };
  return {
    begin: async (at: Place): Promise<void> => {
      place = at;
      const progress = t("Running block {block, number} out of {count, number}", {
        block: at.index + 1,
        count: at.count,
      });
      const values = { progress: wholeOf(at, 0), extra_json: JSON.stringify({ progress }) };
      await updateOpenQuery(app, id, values);
    },
    note: ({ percent, trackingUrl: url }: RunProgress): void => {
      const isNew = url !== null && url !== trackingUrl;
      if (isNew) trackingUrl = url;
      if (isNew || app.clock.elapsed() - savedAt >= INTERVAL_MS) save(percent ?? 0);
    },
    saved: (): Promise<void> => saving,
  };
}

const wholeOf = ({ index, count }: Place, percent: number) =>
  Math.round((100 * (index + Math.min(100, Math.max(0, percent)) / 100)) / count);
