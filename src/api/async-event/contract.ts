import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const AsyncEvent = z.object({
  id: z.string(),
  channel_id: z.string(),
  job_id: z.string(),
  user_id: z.number().nullable(),
  status: z.string(),
  errors: z.array(z.unknown()),
  result_url: z.string().nullable(),
});
export type AsyncEvent = z.infer<typeof AsyncEvent>;

/** Events after `last_id`, at most 100, oldest first. 401 without the cookie set with the 202. */
export const getAsyncEvents = operation({
  id: "getAsyncEvents",
  method: "GET",
  path: "/api/v1/async_event/",
  summary: "Events of this browser's asynchronous jobs",
  query: z.looseObject({ last_id: z.string().optional() }),
  response: z.object({ result: z.array(AsyncEvent) }),
});

/** The same events as they occur: one JSON text per message, by WebSocket with the query parameter `last_id`. */
export const ASYNC_EVENTS_SOCKET = "/api/v1/async_event/ws";
