import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY_PREFIX } from "../../server/auth/api-keys.ts";
import { digestOf, randomToken } from "../../server/auth/digest.ts";
import { DEFAULT_LIMITS } from "../../server/config/config.ts";
import { createAgent, type TestAgent, type ToolAnswer } from "../../testing/agent.ts";
import { casesOf } from "../../testing/full-size.ts";
import { RightsModel } from "../../testing/rights-model.ts";
import { buildWorld, NUMBERS, randomOf, type World, type WorldUser } from "../../testing/rights-world.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

/**
 * Random users call random tools about random objects. What they get is compared with the model of the rules, which
 * shares no code with the server. TESSERA_TEST_TRIPLES sets how many.
 */

const TRIPLES = Number(process.env.TESSERA_TEST_TRIPLES ?? casesOf(100, 250));
const SEED = Number(process.env.TESSERA_TEST_SEED ?? 20_261_129);
const random = randomOf(SEED + 7);

let server: TestServer;
let world: World;
let model: RightsModel;
const agents = new Map<number, TestAgent>();

beforeAll(async () => {
  server = await startTestServer({
    config: { limits: { ...DEFAULT_LIMITS, agentMessagesPerMinute: 1_000_000 } },
    checkAnswers: false,
  });
  world = await buildWorld(server, SEED);
  model = new RightsModel(world);
  for (const user of world.users) agents.set(user.id, createAgent(server, await keyOf(user)));
});
afterAll(() => server.stop());

async function keyOf({ id }: WorldUser): Promise<string> {
  const key = KEY_PREFIX + randomToken();
  const names = { uuid: randomUUID(), user_id: id, name: "agent", key_prefix: key.slice(0, 10) };
  const times = { created_on: server.app.clock.timestamp(), expires_on: null, last_used_on: null };
  await server.app.db
    .insertInto("api_keys")
    .values({ ...names, ...times, key_hash: digestOf(key) })
    .execute();
  return key;
}

type Expected = number | boolean;

interface Triple {
  tool: string;
  input: object;
  expected: Expected;
  /** What is compared; by default the status. */
  found?: (answer: ToolAnswer) => Expected;
}

const statusIf = (holds: boolean, isOpen: boolean, denied: number) => (holds ? (isOpen ? 200 : denied) : 403);
const isListed = (id: number) => (answer: ToolAnswer) =>
  answer.status === 200 ? answer.data.found[0].results.some((one: { id: number }) => one.id === id) : answer.status;

const TRIALS: readonly ((person: WorldUser) => Triple)[] = [
  (person) => {
    const { id, ...chart } = random.pick(world.charts);
    const expected = statusIf(model.holds(person, "can_read", "Chart"), model.seesChart(person, { id, ...chart }), 404);
    return random.chance(0.5)
      ? { tool: "describe", input: { type: "chart", id }, expected }
      : { tool: "draw_chart", input: { chart_id: id }, expected };
  },
  (person) => {
    const dataset = random.pick(world.datasets);
    const isOpen = model.readsDataset(person, dataset);
    const expected = statusIf(model.holds(person, "can_read", "Dataset"), isOpen, 404);
    return { tool: "describe", input: { type: "dataset", id: dataset.id }, expected };
  },
  (person) => {
    const board = random.pick(world.dashboards);
    const expected = statusIf(model.holds(person, "can_read", "Dashboard"), model.opens(person, board), 403);
    return { tool: "describe", input: { type: "dashboard", id: board.id }, expected };
  },
  (person) => {
    const database = random.pick(world.databases);
    const expected = statusIf(model.holds(person, "can_read", "Database"), model.seesDatabase(person, database), 404);
    return { tool: "describe", input: { type: "database", id: database.id }, expected };
  },
  (person) => {
    const dataset = random.pick(world.datasets.filter((one) => one.isVirtual));
    const isOpen = model.holds(person, "can_read", "Chart") && model.readsDataset(person, dataset);
    return {
      tool: "query",
      input: { dataset_id: dataset.id, dimensions: ["n"] },
      expected: isOpen ? model.numbersLeft(person, dataset.id) : 403,
      found: ({ status, data }) => (status === 200 ? data.row_count : status),
    };
  },
  (person) => {
    const { id, name } = random.pick(world.databases);
    const hasEditor = person.roles.some((role) => role.name === "Admin" || role.name === "sql_lab");
    return {
      tool: "run_sql",
      input: { database_id: id, sql: "SELECT n FROM world.main.numbers" },
      expected: hasEditor && model.readsPlace(person, id, "world", "main") && name !== "" ? NUMBERS : 403,
      found: ({ status, data }) => (status === 200 ? data.row_count : status),
    };
  },
  (person) => {
    const [type, isOpen, thing] = random.pick([
      ["chart", (one: never) => model.holds(person, "can_read", "Chart") && model.seesChart(person, one), world.charts],
      ["dataset", (one: never) => model.readsDataset(person, one), world.datasets],
      [
        "dashboard",
        (one: never) => model.holds(person, "can_read", "Dashboard") && model.opens(person, one),
        world.dashboards,
      ],
    ] as const);
    const { id, ...rest } = random.pick(thing as readonly { id: number }[]);
    const expected = statusIf(model.holds(person, "can_read", "Dataset"), isOpen({ id, ...rest } as never), 404);
    return { tool: "lineage", input: { type, id, if_removed: random.chance(0.3) }, expected };
  },
  (person) => {
    const [type, view, things, sees] = random.pick([
      ["chart", "Chart", world.charts, model.seesChart],
      ["dashboard", "Dashboard", world.dashboards, model.lists],
      ["dataset", "Dataset", world.datasets, model.readsDataset],
      ["database", "Database", world.databases, model.seesDatabase],
    ] as const);
    const thing = random.pick(things as readonly { id: number }[]);
    const expected = model.holds(person, "can_read", view) ? sees(person, thing as never) : 403;
    return { tool: "search", input: { types: [type], limit: 50 }, expected, found: isListed(thing.id) };
  },
  (person) => {
    const board = random.pick(world.dashboards);
    const [operation, isOpen] = random.pick([
      ["see", model.holds(person, "can_read", "Dashboard") && model.opens(person, board)],
      ["list", model.holds(person, "can_read", "Dashboard") && model.lists(person, board)],
      ["change", model.holds(person, "can_write", "Dashboard") && model.owns(person, board)],
    ] as const);
    const input = { type: "dashboard", id: board.id, operation };
    return { tool: "explain_access", input, expected: isOpen, found: ({ data }) => data.allowed };
  },
  (person) => {
    const chart = random.pick(world.charts.filter((one) => model.datasetOf(one.datasetId)?.isVirtual));
    const isShown = statusIf(model.holds(person, "can_read", "Chart"), model.seesChart(person, chart), 404);
    const dataset = model.datasetOf(chart.datasetId);
    const isOwn = model.holds(person, "can_write", "Chart") && model.owns(person, chart);
    const isOpen = isOwn && dataset !== undefined && model.readsDataset(person, dataset);
    const expected = isShown === 200 && !isOpen ? 403 : isShown;
    return { tool: "preview_chart", input: { chart_id: chart.id, settings: { row_limit: 7 } }, expected };
  },
  (person) => {
    const board = random.pick(world.dashboards);
    const isOpen = model.holds(person, "can_read", "Dashboard") && model.opens(person, board);
    const isOwn = model.holds(person, "can_write", "Dashboard") && model.owns(person, board);
    const expected = isOpen && isOwn ? 200 : 403;
    return { tool: "preview_dashboard", input: { dashboard_id: board.id, title: "another" }, expected };
  },
];

test("tools give users what their permissions give them, and no more", { timeout: 3_600_000 }, async () => {
  const wrong: string[] = [];
  let allowed = 0;
  for (let i = 0; i < TRIPLES; i++) {
    const person = random.pick(world.users);
    const { tool, input, expected, found = ({ status }) => status } = random.pick(TRIALS)(person);
    const answer = await agents.get(person.id)!.call(tool, input);
    if (answer.status === 200) allowed++;
    if (found(answer) !== expected)
      wrong.push(
        `${person.name}, ${tool} ${JSON.stringify(input)}: ${found(answer)}, not ${expected} ${answer.message}`,
      );
  }
  expect(wrong.slice(0, 10), `TESSERA_TEST_SEED=${SEED} repeats the sample`).toEqual([]);
  // Both outcomes are common, so that neither passes by itself.
  expect(allowed).toBeGreaterThan(TRIPLES / casesOf(8, 5));
  expect(TRIPLES - allowed).toBeGreaterThan(TRIPLES / casesOf(8, 5));
});
