import { vi } from "vitest";
import { REPORT_WORK } from "../api/report/schedule.ts";
import { createClock } from "../server/clock.ts";
import { jobQueue } from "../server/jobs/jobs.ts";
import { type Mailbox, startMailbox } from "./mailbox.ts";
import { loadSampleData, type SampleData } from "./sample-data.ts";
import { startTestServer, type TestClient, type TestServer, type TestServerOptions } from "./server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

export interface ReportDesk {
  readonly server: TestServer;
  readonly samples: SampleData;
  readonly mailbox: Mailbox;
  readonly owner: TestClient;
  readonly chart: number;
  readonly dashboard: number;
  now(): number;
  pass(seconds: number): void;
  /** Sets the server's clock without time passing. */
  setClock(seconds: number): void;
  /** Default: every minute, mailed as CSV to `team@example.org`. */
  createReport(body: object): Promise<number>;
  shown(id: number): Promise<Json>;
  runs(id: number): Promise<Json[]>;
  minute(id: number): Promise<Json[]>;
  requestRun(id: number, by?: TestClient): Promise<Json>;
  mails(): Mailbox["mails"];
  stop(): Promise<void>;
}

const BASE = "/api/v1/report/";
const START_MS = Date.UTC(2026, 2, 2, 9, 0, 0);

export async function openReportDesk(options: TestServerOptions = {}): Promise<ReportDesk> {
  let nowMs = START_MS;
  let setMs = 0;
  let names = 0;
  const mailbox = await startMailbox();
  const { config, ...others } = options;
  const server = await startTestServer({
    app: {
      clock: createClock(
        () => nowMs,
        () => nowMs - setMs,
      ),
    },
    ...others,
    config: {
      publicUrl: "https://bi.example.org",
      ...config,
      delivery: {
        slackToken: undefined,
        slackApi: "https://slack.invalid/api/",
        ...mailbox.delivery,
        ...config?.delivery,
      },
    },
  });
  const samples = await loadSampleData(server.app);
  const owner = await server.as("alpha");
  const chart = await newChart(owner, samples.carsId);
  const dashboard = (await owner.post<Json>("/api/v1/dashboard/", { dashboard_title: "Fleet" })).body.id;
  const runs = async (id: number, by = owner) =>
    (await by.get<Json>(`${BASE}${id}/log/?q=(order_column:start_dttm,order_direction:asc,page_size:100)`)).body.result;
  const untilFinished = (job: string) =>
    vi.waitFor(
      async () => {
        if (await server.app.once(jobQueue).has("report", job)) throw new Error(`${job} goes on`);
      },
      { timeout: 60_000, interval: 20 },
    );
  let position = 0;
  return {
    server,
    samples,
    mailbox,
    owner,
    chart,
    dashboard,
    now: () => nowMs,
    pass: (seconds) => {
      nowMs += seconds * 1000;
    },
    setClock: (seconds) => {
      nowMs += seconds * 1000;
      setMs += seconds * 1000;
    },
    createReport: async (body) => {
      const recipients = [{ type: "Email", recipient_config_json: { target: "team@example.org" } }];
      const usual = { type: "Report", name: `Cars ${++names}`, crontab: "* * * * *", report_format: "CSV", recipients };
      const of = "dashboard" in body ? {} : { chart };
      const answer = await owner.post<Json>(BASE, { ...usual, ...of, ...body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.id;
    },
    shown: async (id) => (await owner.get<Json>(`${BASE}${id}`)).body.result,
    runs,
    minute: async (id) => {
      const before = (await runs(id)).length;
      nowMs = (Math.floor(nowMs / 60_000) + 1) * 60_000;
      await REPORT_WORK[0]?.run(server.app);
      await untilFinished(`report-${id}-${nowMs}`);
      return (await runs(id)).slice(before);
    },
    requestRun: async (id, by = owner) => {
      nowMs += 1000;
      const answer = await by.post<Json>(`${BASE}${id}/run`);
      if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
      await untilFinished(answer.body.execution_id);
      return (await runs(id, by)).find(({ uuid }: Json) => uuid === answer.body.execution_id);
    },
    mails: () => {
      const fresh = mailbox.mails.slice(position);
      position = mailbox.mails.length;
      return fresh;
    },
    stop: async () => {
      await server.stop();
      await mailbox.stop();
    },
  };
}

async function newChart(owner: TestClient, dataset: number): Promise<number> {
  const form = {
    viz_type: "table",
    datasource: `${dataset}__table`,
    query_mode: "raw",
    all_columns: ["Name", "Weight_in_lbs"],
    order_by_cols: ['["Weight_in_lbs", false]'],
    row_limit: 5,
  };
  const body = { slice_name: "Heaviest", viz_type: "table", datasource_id: dataset, datasource_type: "table" };
  return (await owner.post<Json>("/api/v1/chart/", { ...body, params: JSON.stringify(form) })).body.id;
}
