import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Agent, jsonOf } from "./agent.ts";
import { Id, linkTo } from "./objects.ts";
import { tool } from "./tool.ts";

const POLL_MS = 300;
const MAX_WAIT_MS = 45_000;
const MAX_PNG_BYTES = 2_000_000;

const SIDE = z.number().int().min(200).max(1600);
const input = z.strictObject({ chart_id: Id, width: SIDE.default(800), height: SIDE.default(500) });

interface Task {
  task_status: string;
  image_url: string;
}

interface Order {
  id: number;
  window: [number, number];
}

/** Undefined where the server takes no screenshots. */
async function order(agent: Agent, { id, window }: Order, force: boolean): Promise<Task | undefined> {
  const q = encodeURIComponent(JSON.stringify({ window_size: window, force }));
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
  description: "A picture of a saved chart, as the user sees it, and its link.",
  scope: "read",
  input,
  subjectOf: ({ chart_id }) => ({ kind: "chart", id: chart_id }),
  run: async (agent, { chart_id, width, height }) => {
    const { result } = await agent.get(`/api/v1/chart/${chart_id}`);
    const link = { id: chart_id, name: result.slice_name, url: linkTo(agent, "chart", chart_id) };
    const png = await pictureOf(agent, { id: chart_id, window: [width, height] });
    return png ? { data: { ...link, picture: true }, png } : { data: { ...link, picture: false } };
  },
});
