export interface Shown {
  ms: number;
  notice?: string;
  failure?: string;
}

interface ChartsBench {
  prepare(type: string): Promise<void>;
  /** Milliseconds from data to pixels. */
  first(type: string, points: number): Promise<Shown>;
  many(types: readonly string[], points: number): Promise<number>;
  scroll(type: string, rows: number): Promise<number[]>;
  clear(): void;
}

declare global {
  interface Window {
    charts?: ChartsBench;
  }
}
