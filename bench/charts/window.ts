/** A chart that was drawn, or what kept it from being drawn. */
export interface Shown {
  ms: number;
  /** What the chart says of what it leaves out. */
  notice?: string;
  /** Why there is no picture. */
  failure?: string;
}

/** What the page of charts does for who drives it. */
interface ChartsBench {
  /** The code of a type, as pages fetch it while its data are on their way. */
  prepare(type: string): Promise<void>;
  /** Milliseconds from data to the picture of a chart. */
  first(type: string, points: number): Promise<Shown>;
  /** Milliseconds until every one of these charts, which get their data at once, has its picture. */
  many(types: readonly string[], points: number): Promise<number>;
  /** Draws a table, scrolls it through and answers how long each frame took, milliseconds. */
  scroll(type: string, rows: number): Promise<number[]>;
  clear(): void;
}

declare global {
  interface Window {
    charts?: ChartsBench;
  }
}
