import type { RunProgress } from "../../connectors/connector.ts";
import type { App } from "../../server/app.ts";
import { updateOpenQuery } from "../query/index.ts";

/** No sooner than that after the last time: whoever waits for the query asks as often. */
const EVERY_MS = 2000;

interface Place {
  index: number;
  count: number;
}

/** Keeps in the store how far a query is, for those who wait for it: which statement runs, and what the database says of it. */
export function progressOf(app: App, id: number) {
  let place: Place = { index: 0, count: 1 };
  let trackingUrl: string | null = null;
  let keptAt = Number.NEGATIVE_INFINITY;
  let keeping = Promise.resolve();
  const keep = (percent: number) => {
    keptAt = app.clock.now();
    keeping = keeping
      .then(() => updateOpenQuery(app, id, { progress: wholeOf(place, percent), tracking_url: trackingUrl }))
      .then(() => undefined)
      .catch((error: unknown) => app.log.error("the progress of a query could not be kept", { error }));
  };
  return {
    /** A statement begins. */
    begin: async (at: Place): Promise<void> => {
      place = at;
      const progress = `Running block ${at.index + 1} out of ${at.count}`;
      const values = { progress: wholeOf(at, 0), extra_json: JSON.stringify({ progress }) };
      await updateOpenQuery(app, id, values);
    },
    note: ({ percent, trackingUrl: url }: RunProgress): void => {
      const isNew = url !== null && url !== trackingUrl;
      if (isNew) trackingUrl = url;
      if (isNew || app.clock.now() - keptAt >= EVERY_MS) keep(percent ?? 0);
    },
    /** Resolves once everything noted is in the store. */
    kept: (): Promise<void> => keeping,
  };
}

const wholeOf = ({ index, count }: Place, percent: number) =>
  Math.round((100 * (index + Math.min(100, Math.max(0, percent)) / 100)) / count);
