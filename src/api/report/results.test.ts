import { afterAll, beforeAll, expect, test } from "vitest";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let desk: ReportDesk;
beforeAll(async () => {
  desk = await openReportDesk();
});
afterAll(() => desk.stop());

test("only owners and administrators see the values that a run read", async () => {
  const [alpha, admin] = [desk.owner, await desk.server.as("admin")];
  const { databaseId, carsId } = desk.samples;
  const roles = (await admin.get<Json>("/api/v1/security/roles/")).body.result;
  const { id: role } = roles.find(({ name }: Json) => name === "Alpha");
  const rule = { filter_type: "Regular", tables: [carsId], roles: [role], clause: "Origin = 'Japan'" };
  expect((await admin.post("/api/v1/rowlevelsecurity/", { name: "Japan", ...rule })).status).toBe(201);
  const defaults = { type: "Alert", crontab: "0 0 1 1 *", database: databaseId, chart: desk.chart, grace_period: 1 };
  const queries = ["max(Name)", "count(*)", "CAST(max(Name) AS INTEGER)"];
  for (const [i, what] of queries.entries()) {
    const sql = `SELECT ${what} FROM cars WHERE Origin = 'USA'`;
    const body = { ...defaults, name: `Hidden ${i}`, sql, validator_type: "not null", validator_config_json: {} };
    const { id } = (await admin.post<Json>("/api/v1/report/", body)).body;
    const log = await desk.requestRun(id, admin);
    const path = `/api/v1/report/${id}`;
    const own = (await admin.get<Json>(path)).body.result;
    const reported = JSON.stringify([own.last_value, own.last_value_row_json, log.error_message]);
    expect(reported).toMatch([/volvo|pontiac/, /254/, /volvo|pontiac/][i] as RegExp);
    const shown = (await alpha.get<Json>(path)).body.result;
    expect(shown).toMatchObject({ last_value: null, last_value_row_json: null, last_state: own.last_state });
    const redacted = { value: null, value_row_json: null, error_message: null, state: log.state };
    for (const run of await desk.runs(id)) expect(run).toMatchObject({ ...redacted, state: run.state });
    expect((await alpha.get<Json>(`${path}/log/${log.id}`)).body.result).toMatchObject(redacted);
    for (const q of [
      "(filters:!((col:value,opr:gt,value:0)))",
      "(filters:!((col:error_message,opr:ct,value:o)))",
      "(order_column:value,order_direction:desc)",
      "(order_column:error_message,order_direction:desc)",
    ]) {
      expect((await alpha.get(`${path}/log/?q=${q}`)).status, q).toBe(400);
      expect((await admin.get(`${path}/log/?q=${q}`)).status, q).toBe(200);
    }
    await admin.delete(path);
  }
});
