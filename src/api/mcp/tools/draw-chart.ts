import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Agent, jsonOf } from "./agent.ts";
import { Id, linkTo, objectIn } from "./objects.ts";
import { tool } from "./tool.ts";

const POLL_MS = 300;
const MAX_WAIT_MS = 45_000;
const MAX_PNG_BYTES = 2_000_000;

const SIDE = z.number().int().min(200).max(1600);
const input = z.strictObject({
  chart_id: Id,
  settings: z
    .record(z.string().max(200), z.unknown())
    .optional()
    .describe("Tried without saving: merged into the chart's. See chart_types"),
  width: SIDE.default(800),
  height: SIDE.default(500),
});

interface Task {
  task_status: string;
  image_url: string;
}

interface Trial {
  id: number;
  params: Readonly<Record<string, unknown>>;
  settings: Readonly<Record<string, unknown>>;
}

/** A link to the chart with other settings, which the user can save there. */
async function tryOut(agent: Agent, { id, params, settings }: Trial): Promise<{ key: string; url: string }> {
  const { datasource } = params;
  const formData = { ...params, ...settings, datasource, slice_id: id };
  return agent.call({ method: "POST", url: "/api/v1/explore/permalink", body: { formData } });
}

interface Order {
  id: number;
  window: [number, number];
  permalink: string | undefined;
}

/** Undefined where the server takes no screenshots. */
async function order(agent: Agent, { id, window, permalink }: Order, force: boolean): Promise<Task | undefined> {
  const q = encodeURIComponent(JSON.stringify({ window_size: window, force, permalink_key: permalink }));
  const response = await agent.request({ method: "GET", url: `/api/v1/chart/${id}/cache_screenshot/?q=${q}` });
  if (response.status === 404) return undefined;
  if (response.status >= 300) jsonOf(response);
  return JSON.parse(response.body.toString());
}

/** Undefined if it fails or takes too long. */
async function pictureOf(agent: Agent, wanted: Order): Promise<Buffer | undefined> {
  const last = await order(agent, wanted, false);
  const task = last?.task_status === "Error" ? await order(agent, wanted, true) : last;
  if (!task) return undefined;
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_MS) {
    const { status, body } = await agent.request({ method: "GET", url: task.image_url });
    if (status === 200) return body.length <= MAX_PNG_BYTES ? body : undefined;
    if (status !== 202) return undefined;
    await delay(POLL_MS, undefined, { signal: agent.signal });
  }
  return undefined;
}

export const drawChart = tool({
  name: "draw_chart",
  title: "Draw a chart",
  description:
    "A picture of a saved chart, as the user sees it, and its link. With settings, as it would be with them.",
  scope: "read",
  input,
  subjectOf: ({ chart_id }) => ({ kind: "chart", id: chart_id }),
  run: async (agent, { chart_id, settings, width, height }) => {
    const { result } = await agent.get(`/api/v1/chart/${chart_id}`);
    const tried = settings && (await tryOut(agent, { id: chart_id, params: objectIn(result.params), settings }));
    const url = tried?.url ?? linkTo(agent, "chart", chart_id);
    const png = await pictureOf(agent, { id: chart_id, window: [width, height], permalink: tried?.key });
    return { data: { id: chart_id, name: result.slice_name, url, picture: png !== undefined }, ...(png && { png }) };
  },
});
