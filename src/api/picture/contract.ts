import { z } from "zod";
import { DataMaskMap } from "../../model/data-mask.ts";
import { operation } from "../../model/operation.ts";
import { ReferenceParams } from "../../model/resource.ts";

/** Screenshots of charts and dashboards by a browser on the server. Without one every call answers 404. */

const DigestParams = z.object({ id: z.string(), digest: z.string().max(200) });

const Task = z.looseObject({
  cache_key: z.string(),
  image_url: z.string(),
  chart_url: z.string().optional(),
  dashboard_url: z.string().optional(),
  task_status: z.enum(["Pending", "Computing", "Updated", "Error"]),
  task_updated_at: z.string(),
});

const SIDE = z.number().int().min(50).max(4000);
const Size = z.tuple([SIDE, SIDE]);

export const cacheChart = operation({
  id: "chart.cacheScreenshot",
  method: "GET",
  audited: true,
  path: "/api/v1/chart/:id/cache_screenshot/",
  summary: "Queue a screenshot of a chart",
  params: ReferenceParams,
  q: z.looseObject({
    force: z.boolean().optional(),
    window_size: Size.optional(),
    thumb_size: Size.optional(),
    /** Of Explore, for settings that aren't saved. */
    permalink_key: z.string().max(100).optional(),
  }),
  response: Task,
  also: { 202: Task },
});
export const cacheDashboard = operation({
  id: "dashboard.cacheScreenshot",
  method: "POST",
  path: "/api/v1/dashboard/:id/cache_dashboard_screenshot/",
  summary: "Queue a screenshot of a dashboard in a given state",
  params: ReferenceParams,
  query: z.looseObject({ force: z.enum(["true", "false"]).optional() }),
  body: z.looseObject({
    dataMask: DataMaskMap.nullish(),
    activeTabs: z.array(z.string()).nullish(),
    anchor: z.string().nullish(),
    urlParams: z.array(z.tuple([z.string(), z.string()])).nullish(),
    permalinkKey: z.string().max(100).nullish(),
  }),
  response: Task,
  also: { 202: Task },
  csrfExempt: true,
});

const Waiting = z.looseObject({ message: z.string() });

function pictureOperations<N extends "chart" | "dashboard">(noun: N) {
  const picture = (kind: "screenshot" | "thumbnail", summary: string) =>
    operation({
      id: `${noun}.${kind}`,
      method: "GET",
      path: `/api/v1/${noun}/:id/${kind}/:digest/`,
      summary,
      params: DigestParams,
      query: z.looseObject({ download_format: z.string().optional() }),
      response: z.unknown(),
      produces: "image/png",
      also: { 202: Waiting },
    });
  return {
    screenshot: picture("screenshot", `A queued screenshot of a ${noun}; 202 until it is ready`),
    thumbnail: picture("thumbnail", `The current thumbnail of a ${noun}; 202 until it is ready`),
  };
}

export const chartPictures = pictureOperations("chart");
export const dashboardPictures = pictureOperations("dashboard");
