import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";
import { type AlertValue, type CheckedValue, nextStep, type Rules } from "./values.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2) + minutes * MINUTE).toISOString().replace("Z", "000");
const outcomes = (values: Record<string, boolean>): CheckedValue[] =>
  Object.entries(values).map(([name, isTriggered]) => ({
    label: JSON.stringify([name]),
    outcome: { value: isTriggered ? 12 : 3, isTriggered, text: "", rowCount: 1 },
  }));

describe("the states of values", () => {
  const rules = (minutes: number, more: Partial<Rules> = {}): Rules => ({
    ...{ pending_minutes: 2, sends_recovered: true, graceSeconds: 600, isSilenced: () => false, now: at(minutes) },
    ...more,
  });
  const label = (name: string) => JSON.stringify([name]);

  test("a value fires after its pending time, is repeated after the grace period, and recovers", () => {
    let rows: AlertValue[] = [];
    const steps = [true, true, true, true, false, false].map((isMet, minute) => {
      const step = nextStep(rows, outcomes({ Oslo: isMet }), rules(minute));
      rows = step.values.map((value) => {
        if (step.firing.includes(value.label)) return { ...value, sent_on: at(minute) };
        return step.recovered.includes(value.label) ? { ...value, sent_on: null } : value;
      });
      return [step.values[0]?.state, step.firing.length, step.recovered.length];
    });
    expect(steps).toEqual([
      ["Pending", 0, 0],
      ["Pending", 0, 0],
      ["Firing", 1, 0],
      ["Firing", 0, 0],
      ["Recovered", 0, 1],
      ["Recovered", 0, 0],
    ]);
    const firing = [{ label: label("Oslo"), state: "Firing" as const, since: at(0), value: 12, sent_on: at(0) }];
    expect(nextStep(firing, outcomes({ Oslo: true }), rules(9)).firing).toEqual([]);
    expect(nextStep(firing, outcomes({ Oslo: true }), rules(10)).firing).toEqual([label("Oslo")]);
  });

  test("a pending value that is no longer met is never announced", () => {
    const pending = nextStep([], outcomes({ Oslo: true }), rules(0)).values;
    const { values, firing, recovered } = nextStep(pending, outcomes({ Oslo: false }), rules(1));
    expect([values[0]?.state, firing, recovered]).toEqual(["OK", [], []]);
  });

  test("a value that isn't returned recovers, and is forgotten a day later", () => {
    const firing = [{ label: label("Oslo"), state: "Firing" as const, since: at(0), value: 12, sent_on: at(0) }];
    const gone = nextStep(firing, [], rules(1));
    expect([gone.values[0]?.state, gone.recovered]).toEqual(["Recovered", [label("Oslo")]]);
    expect(nextStep(gone.values, [], rules(60)).values[0]?.state).toBe("Recovered");
    expect(nextStep(gone.values, [], rules(60 * 25)).values).toEqual([]);
  });

  test("what is silenced isn't sent, also not later as recovered", () => {
    const silenced = { pending_minutes: 0, isSilenced: (of: string) => of === label("Oslo") };
    const step = nextStep([], outcomes({ Oslo: true, Rome: true }), rules(0, silenced));
    expect([step.firing, step.isHeldBack]).toEqual([[label("Rome")], true]);
    const firing = [{ label: label("Oslo"), state: "Firing" as const, since: at(0), value: 12, sent_on: at(0) }];
    const recovered = nextStep(firing, outcomes({ Oslo: false }), rules(1, silenced));
    expect([recovered.recovered, recovered.values[0]?.sent_on]).toEqual([[], null]);
    const quiet = nextStep(firing, outcomes({ Oslo: false }), rules(1, { sends_recovered: false }));
    expect([quiet.recovered, quiet.values[0]?.state, quiet.values[0]?.sent_on]).toEqual([[], "Recovered", null]);
  });
});

describe("an alert by value", () => {
  let desk: ReportDesk;
  let orders: DatabaseSync;
  let database: number;
  let id: number;
  beforeAll(async () => {
    desk = await openReportDesk();
    const file = join(desk.server.app.config.home, "orders.db");
    orders = new DatabaseSync(file);
    orders.exec("create table orders (country text, city text, late integer)");
    const admin = await desk.server.as("admin");
    const body = { database_name: "orders", sqlalchemy_uri: `sqlite:///${file}`, expose_in_sqllab: true };
    database = (await admin.post<Json>("/api/v1/database/", body)).body.id;
  });
  afterAll(async () => {
    orders.close();
    await desk.stop();
  });
  const setLate = (late: Record<string, number>) => {
    orders.exec("delete from orders");
    const insert = orders.prepare("insert into orders values ('N', ?, ?)");
    for (const [city, count] of Object.entries(late)) insert.run(city, count);
  };
  const alert = (more: object = {}) => ({
    type: "Alert",
    database,
    sql: "SELECT country, city, late FROM orders",
    validator_type: "operator",
    validator_config_json: { op: ">", threshold: 10 },
    extra: { by_value: { pending_minutes: 0, sends_recovered: true } },
    grace_period: 600,
    ...more,
  });
  beforeEach(() => desk.mails());
  const states = async () => {
    const { body } = await desk.owner.get<Json>(`/api/v1/report/${id}/values`);
    return body.result.values.map(({ label, state }: Json) => `${JSON.parse(label).join()} ${state}`);
  };
  const stop = () => desk.owner.put(`/api/v1/report/${id}`, { active: false });

  test("has a state for each value and one message for all that changed", async () => {
    setLate({ Bergen: 12, Oslo: 15, Tromsø: 2 });
    id = await desk.createReport(alert());
    expect(await desk.minute(id)).toMatchObject([{ state: "Success", value: 2 }]);
    const [mail, ...others] = desk.mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain(
      "2 values are firing\n• N, Bergen: The value is 12, more than 10\n• N, Oslo: The value is 15, more than 10",
    );
    expect(await states()).toEqual(["N,Bergen Firing", "N,Oslo Firing", "N,Tromsø OK"]);
    expect(await desk.minute(id)).toMatchObject([{ state: "Not triggered", value: 2 }]);
    setLate({ Bergen: 3, Oslo: 15, Tromsø: 20 });
    expect(await desk.minute(id)).toMatchObject([{ state: "Success", value: 2 }]);
    const [second] = desk.mails();
    expect(second?.text).toContain("1 value is firing\n• N, Tromsø: The value is 20, more than 10");
    expect(second?.text).toContain("1 value has recovered\n• N, Bergen: The value is 3, not more than 10");
    expect(second?.text).not.toContain("Oslo");
    await stop();
  });

  test("repeats a value whose message failed", async () => {
    setLate({ Bergen: 12 });
    id = await desk.createReport(alert());
    desk.mailbox.unknown.add("team@example.org");
    expect((await desk.minute(id))[0]).toMatchObject({ state: "Error" });
    desk.mailbox.unknown.clear();
    desk.mails();
    expect(await desk.minute(id)).toMatchObject([{ state: "Success" }]);
    expect(desk.mails()[0]?.text).toContain("N, Bergen: The value is 12");
    await stop();
  });

  test("is silenced as a whole or by value until a time", async () => {
    setLate({ Bergen: 12, Oslo: 15 });
    id = await desk.createReport(alert({ grace_period: 1 }));
    await desk.minute(id);
    const ends_on = new Date(desk.now() + 90 * MINUTE).toISOString();
    const label = '["N","Oslo"]';
    const { status, body } = await desk.owner.post<Json>(`/api/v1/report/${id}/silence`, { label, ends_on });
    expect([status, body.result.label]).toEqual([201, label]);
    desk.mails();
    await desk.minute(id);
    expect(desk.mails()[0]?.text).not.toContain("Oslo");
    await desk.owner.post(`/api/v1/report/${id}/silence`, { ends_on });
    expect(await desk.minute(id)).toMatchObject([{ state: "On Grace", error_message: "Silenced" }]);
    expect(desk.mails()).toEqual([]);
    const { body: shown } = await desk.owner.get<Json>(`/api/v1/report/${id}/values`);
    expect(shown.result.silences).toHaveLength(2);
    for (const { id: each } of shown.result.silences)
      expect((await desk.owner.delete(`/api/v1/report/${id}/silence/${each}`)).status).toBe(200);
    await desk.minute(id);
    expect(desk.mails()[0]?.text).toContain("2 values are firing");
    await stop();
  });

  test("an ordinary alert is silenced, too", async () => {
    const body = { sql: "SELECT 12", extra: {} };
    id = await desk.createReport(alert(body));
    await desk.owner.post(`/api/v1/report/${id}/silence`, { ends_on: new Date(desk.now() + MINUTE).toISOString() });
    expect(await desk.requestRun(id)).toMatchObject({ state: "On Grace", error_message: "Silenced", value: 12 });
    expect(desk.mails()).toEqual([]);
    desk.pass(60);
    expect(await desk.requestRun(id)).toMatchObject({ state: "Success" });
    await stop();
  });

  test("starts again when its query changes", async () => {
    setLate({ Bergen: 12 });
    id = await desk.createReport(alert({ active: false }));
    await desk.requestRun(id);
    await desk.owner.put(`/api/v1/report/${id}`, { sql: "SELECT city, late FROM orders" });
    expect(await states()).toEqual([]);
    await desk.requestRun(id);
    expect(await states()).toEqual(["Bergen Firing"]);
  });

  test.each([
    ["SELECT late FROM orders", "Return at least two columns: the last one is compared, the others name the value."],
    ["SELECT 'N', late FROM orders", "Alert query returned N more than once."],
    [
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1001) SELECT x, x FROM c",
      "Alert query returned more than 1,000 values.",
    ],
  ])("%s is refused", async (sql, error_message) => {
    setLate({ Bergen: 12, Oslo: 3 });
    id = await desk.createReport(alert({ sql, active: false }));
    expect(await desk.requestRun(id)).toMatchObject({ state: "Error", error_message });
    const tested = { database, sql, by_value: true };
    expect((await desk.owner.post<Json>("/api/v1/report/test", tested)).body.message).toBe(error_message);
  });

  test("can be tested before it is saved", async () => {
    setLate({ Bergen: 12, Oslo: 3 });
    const { sql, validator_type, validator_config_json } = alert();
    const body = { database, sql, validator_type, validator_config_json, by_value: true };
    const { result } = (await desk.owner.post<Json>("/api/v1/report/test", body)).body;
    expect(result).toMatchObject({ is_triggered: true, text: "1 of 2 values meet the condition" });
    expect(result.values).toEqual([
      { label: '["N","Bergen"]', value: 12, is_met: true },
      { label: '["N","Oslo"]', value: 3, is_met: false },
    ]);
  });

  test("shows values to those who see results, and is silenced by owners only", async () => {
    const reader = await desk.server.as("reader", ["Alpha"]);
    const path = `/api/v1/report/${id}`;
    const ends_on = new Date(desk.now() + MINUTE).toISOString();
    expect((await reader.get(`${path}/values`)).status).toBe(404);
    expect((await reader.post(`${path}/silence`, { ends_on })).status).toBe(403);
    const past = { ends_on: new Date(desk.now() - MINUTE).toISOString() };
    expect((await desk.owner.post(`${path}/silence`, past)).status).toBe(422);
    expect((await desk.owner.post(`${path}/silence`, { ends_on, label: '["X"]' })).status).toBe(422);
    expect((await desk.owner.delete(`${path}/silence/99999`)).status).toBe(404);
  });
});
