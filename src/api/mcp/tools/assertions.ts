import { z } from "zod";
import { ASSERTION_STATES } from "../../../model/assertion.ts";
import type { Agent } from "./agent.ts";
import { filled, Id } from "./objects.ts";
import { tool } from "./tool.ts";

const MAX_LISTED = 50;

const input = z.strictObject({
  id: Id.optional().describe("One assertion with its latest results. Default = list them."),
  dataset_id: Id.optional(),
  state: z.enum(ASSERTION_STATES).optional(),
});

// biome-ignore lint/suspicious/noExplicitAny: responses of several calls
type Json = any;

const briefly = (row: Json) =>
  filled({
    ...{ id: row.id, name: row.name, dataset_id: row.dataset_id, dashboard_id: row.dashboard_id, kind: row.kind },
    ...{ state: row.state, value: row.value, message: row.message, error: row.error },
    ...{ checked_at: row.checked_at, failed_since: row.failed_since },
  });

async function list(agent: Agent, { dataset_id, state }: z.output<typeof input>) {
  const filters = [
    ...(dataset_id === undefined ? [] : [{ col: "dataset_id", opr: "eq", value: dataset_id }]),
    ...(state ? [{ col: "state", opr: "eq", value: state }] : []),
  ];
  const { count, result } = await agent.get("/api/v1/assertion/", { filters, page_size: MAX_LISTED });
  return { total: count, truncated: count > result.length, assertions: result.map(briefly) };
}

const MAX_RESULTS = 10;

async function show(agent: Agent, id: number) {
  const { result: row } = await agent.get(`/api/v1/assertion/${id}`);
  const { result } = await agent.get(`/api/v1/assertion/${id}/results`, { page_size: MAX_RESULTS });
  return {
    ...briefly(row),
    ...filled({ description: row.description, params: row.params, where: row.where, next_check_at: row.next_check_at }),
    results: result.map(filled),
  };
}

export const assertions = tool({
  name: "assertions",
  title: "Assertions",
  description: "Checks of a dataset's data: which fail, with which value and since when.",
  scope: "read",
  input,
  subjectOf: ({ id }) => ({ kind: "assertion", id }),
  run: async (agent, asked) => ({ data: await (asked.id === undefined ? list(agent, asked) : show(agent, asked.id)) }),
});

/** Stores a result, which dashboards and alerts show. */
export const checkAssertion = tool({
  name: "check_assertion",
  title: "Check an assertion",
  description: "Checks an assertion now and stores the result.",
  scope: "write",
  input: z.strictObject({ id: Id }),
  subjectOf: ({ id }) => ({ kind: "assertion", id }),
  run: async (agent, { id }) => {
    const { result } = await agent.call({ method: "POST", url: `/api/v1/assertion/${id}/check` });
    return { data: briefly(result) };
  },
});
