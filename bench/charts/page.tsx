import { getInstanceByDom, init } from "echarts/core";
import { createRoot } from "react-dom/client";
import { LabelColors } from "../../src/chart-kit/colors/label-colors.ts";
import { rampOf } from "../../src/chart-kit/colors/ramps.ts";
import { chartTheme } from "../../src/chart-kit/colors/theme.ts";
import { rowsOf } from "../../src/chart-kit/table/column.ts";
import type { ChartType, Drawing } from "../../src/chart-seam/chart-type.ts";
import { loadChartType, loadedChartType } from "../../src/chart-types/index.ts";
import { RENDERERS } from "../../src/chart-types/renderers.ts";
import type { FormData } from "../../src/model/form-data.ts";
import type { ChartDataResult } from "../../src/model/query-context.ts";
import { useLazy } from "../../src/ui/lazy-component.tsx";
import "../../src/ui/base.css";
import "../../src/ui/fonts.css";
import { ALONE, LINES, POINTS, type PointsCase } from "./cases.ts";
import type { Shown } from "./window.ts";

/**
 * Draws charts from given rows with the product's code, to measure the time from data to pixels without a server. React
 * has rendered text in the page's font before, as on every page. Controlled by `bench/charts.ts` through
 * `window.charts`.
 */

const theme = chartTheme("light");
const main = document.querySelector("main") as HTMLElement;

interface Job {
  type: string;
  results: readonly ChartDataResult[];
  example: PointsCase;
  size: { width: number; height: number };
}

function chartOf({ type: key, example }: Job): { type: ChartType; formData: FormData } {
  const type = loadedChartType(key);
  if (!type) throw new Error(`${key} is not loaded`);
  return { type, formData: { ...type.defaults(), ...example.formData, viz_type: key, datasource: "1__table" } };
}

function draw(job: Job): Drawing {
  const { type, formData } = chartOf(job);
  const { results, size } = job;
  const { width, height } = size;
  return type.transform({
    formData,
    results,
    theme,
    width,
    height,
    colorOf: new LabelColors().chart(1),
    rampOf: (scheme) => rampOf(scheme, theme),
  });
}

function Chart({ job }: { job: Job }) {
  const Renderer = useLazy(RENDERERS[job.type]);
  const { props, summary, warning, isEmpty } = draw(job);
  return (
    <figure aria-label={summary} data-notice={warning} data-empty={isEmpty || undefined} style={job.size}>
      {Renderer && !isEmpty ? <Renderer props={props} {...job.size} theme={theme} /> : null}
    </figure>
  );
}

/** Internal ECharts state: whether drawing continues in another frame, as with many marks. */
interface UnderWay {
  _pendingUpdate?: unknown;
  _scheduler: { unfinished: boolean };
  _zr: { _needsRefresh: boolean };
}

function isDrawn(figure: HTMLElement): boolean {
  if (figure.dataset.empty) return true;
  const element = figure.querySelector<HTMLElement>("[_echarts_instance_]");
  if (!element) return figure.querySelector("tbody tr, svg") !== null;
  const chart = getInstanceByDom(element);
  if (!chart || chart.getZr().storage.getDisplayList().length === 0) return false;
  const { _pendingUpdate, _scheduler, _zr } = chart as unknown as UnderWay;
  return !_pendingUpdate && !_scheduler.unfinished && !_zr._needsRefresh;
}

const LONGEST_MS = 15_000;

function drawn(count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("a chart is not drawn after 15 s")), LONGEST_MS);
    const check = () => {
      const figures = [...main.querySelectorAll("figure")];
      if (figures.length < count || !figures.every(isDrawn)) return void requestAnimationFrame(check);
      setTimeout(resolve);
    };
    requestAnimationFrame(check);
  });
}

async function shown(jobs: readonly Job[]): Promise<number> {
  const boxes = jobs.map(() => main.appendChild(document.createElement("div")));
  const startMs = performance.now();
  jobs.forEach((job, i) => {
    createRoot(boxes[i] as HTMLElement).render(<Chart job={job} />);
  });
  await drawn(jobs.length);
  return performance.now() - startMs;
}

const SIZE = { width: 600, height: 360 };

async function shownAlone(points: number): Promise<number> {
  const rows = rowsOf(POINTS.echarts_timeseries_line?.results(points)[0]);
  const box = main.appendChild(document.createElement("figure")).appendChild(document.createElement("div"));
  const startMs = performance.now();
  const data = rows.map(({ at, value }) => [at, value]);
  init(box, null, { renderer: "svg", ...SIZE }).setOption({
    animation: false,
    xAxis: { type: "time" },
    yAxis: {},
    series: [{ type: "line", showSymbol: false, data }],
  });
  await drawn(1);
  return performance.now() - startMs;
}

const jobOf = (from: Readonly<Record<string, PointsCase>>, type: string, points: number): Job => {
  const example = from[type];
  if (!example) throw new Error(`no case of ${type}`);
  return { type: example.type ?? type, example, results: example.results(points), size: SIZE };
};

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const FRAMES = 180;

function scroller(): HTMLElement {
  const inside = [...main.querySelectorAll<HTMLElement>("figure *")];
  const found = inside.find(
    (one) => one.scrollHeight > one.clientHeight + 100 && getComputedStyle(one).overflowY !== "visible",
  );
  if (!found) throw new Error("nothing scrolls");
  return found;
}

createRoot(document.querySelector("header") as HTMLElement).render(
  <h1 style={{ fontFamily: theme.fontFamily }}>Charts of rows that are there</h1>,
);

window.charts = {
  async prepare(name) {
    const type = name === ALONE ? "echarts_timeseries_line" : (POINTS[name]?.type ?? name);
    await Promise.all([loadChartType(type), RENDERERS[type]?.load(), document.fonts.ready]);
  },
  async first(type, points) {
    const outcome: Shown = { ms: 0 };
    try {
      if (type === ALONE) outcome.ms = await shownAlone(points);
      else outcome.ms = await shown([jobOf(POINTS, type, points)]);
    } catch (error) {
      outcome.failure = error instanceof Error ? error.message : String(error);
    }
    const { notice, empty } = main.querySelector("figure")?.dataset ?? {};
    if (notice) outcome.notice = notice;
    if (empty) outcome.failure = "nothing is drawn";
    return outcome;
  },
  many: (types, points) =>
    shown(types.map((type) => ({ ...jobOf(POINTS, type, points), size: { width: 320, height: 240 } }))),
  async scroll(type, rows) {
    await shown([jobOf(LINES, type, rows)]);
    const box = scroller();
    const step = Math.floor((box.scrollHeight - box.clientHeight) / FRAMES);
    const times: number[] = [];
    for (let i = 0, before = await frame(); i < FRAMES; i++) {
      box.scrollTop += step;
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  },
  clear: () => main.replaceChildren(),
};
