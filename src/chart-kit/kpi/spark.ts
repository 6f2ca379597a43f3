import { extremes } from "../values/measure.ts";

export interface Trend {
  points: readonly SparkPoint[];
  labels: readonly { x: string; y: string }[];
  color: string;
  ground: string;
  fromZero: boolean;
  xRange?: readonly [number, number];
  xEnds?: readonly [string, string];
  yEnds?: readonly [string, string];
}

export interface SparkPoint {
  x: number;
  y: number | null;
}

export interface SparkScale {
  xMin: number;
  xMax: number;
  yMin: number;
  yMax: number;
}

const INSET = 4;

export function sparkScale(
  points: readonly SparkPoint[],
  options: { fromZero?: boolean; xRange?: readonly [number, number] },
): SparkScale {
  const values = points.flatMap((point) => (point.y === null ? [] : [point.y]));
  const across = extremes([...points.map((point) => point.x), ...(options.xRange ?? [])], (x) => x);
  const up = extremes(options.fromZero ? [...values, 0] : values, (y) => y);
  return { xMin: across?.low ?? 0, xMax: across?.high ?? 0, yMin: up?.low ?? 0, yMax: up?.high ?? 0 };
}

export interface SparkPicture {
  line: string;
  area: string;
  marks: { index: number; x: number; y: number }[];
}

export function sparkPicture(
  points: readonly SparkPoint[],
  scale: SparkScale,
  { width, height }: { width: number; height: number },
): SparkPicture {
  const across = scale.xMax - scale.xMin || 1;
  const up = scale.yMax - scale.yMin || 1;
  const flat = scale.yMax === scale.yMin;
  const marks = points.flatMap((point, index) =>
    point.y === null
      ? []
      : [
          {
            index,
            x: round(INSET + ((point.x - scale.xMin) / across) * (width - 2 * INSET)),
            y: flat ? round(height / 2) : round(height - INSET - ((point.y - scale.yMin) / up) * (height - 2 * INSET)),
          },
        ],
  );
  const runs = splitRuns(marks);
  const line = runs.map((run) => run.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("")).join("");
  const area = runs
    .filter((run) => run.length > 1)
    .map((run) => `M${run[0]?.x} ${height}${run.map(({ x, y }) => `L${x} ${y}`).join("")}L${run.at(-1)?.x} ${height}Z`)
    .join("");
  return { line, area, marks };
}

function splitRuns(marks: SparkPicture["marks"]): SparkPicture["marks"][] {
  const runs: SparkPicture["marks"][] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    if (run && mark.index - (run.at(-1)?.index ?? 0) === 1) run.push(mark);
    else runs.push([mark]);
  }
  return runs;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
