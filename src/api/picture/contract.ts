import { z } from "zod";
import { DataMaskMap } from "../../model/data-mask.ts";
import { operation } from "../../model/operation.ts";
import { ReferenceParams } from "../../model/resource.ts";

/** Pictures of charts and dashboards made by the server. None makes them yet: every call answers 404, and says so. */

const DigestParams = z.object({ id: z.string(), digest: z.string() });

/** Of a picture that is being made: `Pending`, `Computing`, `Updated`, `Error`. */
const Task = z.looseObject({
  cache_key: z.string(),
  image_url: z.string(),
  task_status: z.string(),
  task_updated_at: z.string().nullish(),
});

export const cacheChart = operation({
  id: "chart.cacheScreenshot",
  method: "GET",
  path: "/api/v1/chart/:id/cache_screenshot/",
  summary: "Have a picture of a chart made",
  refuses: true,
  params: ReferenceParams,
  q: z.looseObject({
    force: z.boolean().optional(),
    window_size: z.array(z.number()).optional(),
    thumb_size: z.array(z.number()).optional(),
  }),
  response: Task,
});
export const cacheDashboard = operation({
  id: "dashboard.cacheScreenshot",
  method: "POST",
  path: "/api/v1/dashboard/:id/cache_dashboard_screenshot/",
  summary: "Have a picture of a dashboard in some state made",
  refuses: true,
  params: ReferenceParams,
  body: z.looseObject({
    dataMask: DataMaskMap.nullish(),
    activeTabs: z.array(z.string()).nullish(),
    anchor: z.string().nullish(),
    urlParams: z.array(z.tuple([z.string(), z.string()])).nullish(),
    permalinkKey: z.string().nullish(),
  }),
  response: Task,
});

function pictureOperations<N extends "chart" | "dashboard">(noun: N) {
  const picture = (kind: "screenshot" | "thumbnail") =>
    operation({
      id: `${noun}.${kind}`,
      method: "GET",
      path: `/api/v1/${noun}/:id/${kind}/:digest/`,
      summary: `The ${kind} of a ${noun}`,
      refuses: true,
      params: DigestParams,
      query: z.looseObject({ download_format: z.string().optional() }),
      response: z.unknown(),
      produces: "image/png",
    });
  return { screenshot: picture("screenshot"), thumbnail: picture("thumbnail") };
}

export const chartPictures = pictureOperations("chart");
export const dashboardPictures = pictureOperations("dashboard");
