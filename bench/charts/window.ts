/** A drawn chart, or the reason why it wasn't drawn. */
export interface Shown {
  ms: number;
  /** The chart's note about omitted data. */
  notice?: string;
  /** Why nothing was drawn. */
  failure?: string;
}

/** Functions of the page for the test driver. */
interface ChartsBench {
  /** Loads the code of a type, as pages do while loading data. */
  prepare(type: string): Promise<void>;
  /** Milliseconds from data to pixels. */
  first(type: string, points: number): Promise<Shown>;
  /** Milliseconds until all charts are drawn, which get their data at once. */
  many(types: readonly string[], points: number): Promise<number>;
  /** Draws a table, scrolls through it and returns the time of each frame (ms). */
  scroll(type: string, rows: number): Promise<number[]>;
  clear(): void;
}

declare global {
  interface Window {
    charts?: ChartsBench;
  }
}
