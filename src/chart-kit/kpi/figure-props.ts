import type { SparkPoint } from "./spark.ts";

/** A course to draw as a small line. */
export interface Trend {
  points: readonly SparkPoint[];
  /** Texts of the points, for the tooltip. */
  labels: readonly { x: string; y: string }[];
  color: string;
  /** Colour of the surface, drawn around the marked point. */
  ground: string;
  fromZero: boolean;
  /** Keeps the axis at this range even where there is no data. */
  xRange?: readonly [number, number];
  /** First and last moment below the line. */
  xEnds?: readonly [string, string];
  /** Lowest and highest value beside the line. */
  yEnds?: readonly [string, string];
}

/** A change against a base: `+4.6 %` over `vs 20.9 %`. */
export interface FigureChange {
  direction: "up" | "down" | "same";
  text: string;
  base: string;
  /** Only when the author says which way is good. */
  tone?: "good" | "bad";
}

export interface FigureProps {
  text: string;
  isMissing: boolean;
  /** CSS colour of the value, or of the ground behind it, from a rule. */
  color?: string;
  background?: string;
  metricName?: string;
  subtitle?: string;
  /** Moment of the value. */
  note?: string;
  change?: FigureChange;
  trend?: Trend;
  /** Shares of the height. */
  header: number;
  sub: number;
  subtitleSize: number;
  nameSize: number;
}
