import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { valueText } from "../report-labels.tsx";
import { conditionOf } from "./condition.ts";
import { bodyOf, changesBetween, type Detail, type Draft, draftOf, formatsOf, newDraft, problemsOf } from "./draft.ts";
import { Verdict } from "./Verdict.tsx";

const ADA = { id: 7, name: "Ada Lovelace", email: "ada@example.org" };
const DETAIL = {
  ...{ id: 4, name: "Late share", type: "Alert", active: false, crontab: "0 6 * * *", timezone: "Europe/Paris" },
  ...{ database: { id: 1, database_name: "warehouse" }, sql: "SELECT 41", validator_type: "operator" },
  validator_config_json: '{"op":">=","threshold":0}',
  ...{ dashboard: { id: 2, dashboard_title: "" }, chart: null, report_format: "PDF", custom_width: 900 },
  extra: { dashboard: { anchor: "TAB-b", dataMask: { F: { filterState: { value: ["ORD"] } } } } },
  owners: [{ id: 7, first_name: "Ada", last_name: "L" }],
  recipients: [
    { id: 11, type: "Email", recipient_config_json: '{"target":"a@b.org; c@d.org","ccTarget":"e@f.org"}' },
    { id: 12, type: "Slack", recipient_config_json: '{"target":"ops, C024"}' },
    { id: 13, type: "Webhook", recipient_config_json: '{"target":"https://example.org/a,b;c"}' },
  ],
} as unknown as Detail;
const stored = draftOf(DETAIL);
const changedTo = (change: Partial<Draft>): Draft => ({ ...stored, ...change });

describe("a new alert or report", () => {
  test("is emailed to its creator every morning", () => {
    const draft = newDraft("Report", ADA);
    expect(draft).toMatchObject({ crontab: "0 6 * * *", active: true, owners: [{ id: 7 }], report_format: "PNG" });
    expect(draft.recipients).toEqual([{ key: 0, type: "Email", to: [ADA.email], cc: [], bcc: [] }]);
  });

  test("has no recipient if the account has no valid email address", () => {
    expect(newDraft("Report", { ...ADA, email: "ada" }).recipients[0]?.to).toEqual([]);
  });

  test("reports all missing fields, for alerts the condition too", () => {
    expect(Object.keys(problemsOf(newDraft("Report", ADA)))).toEqual(["name", "dashboard"]);
    expect(problemsOf({ ...newDraft("Alert", { ...ADA, email: "" }), attached: "chart" })).toEqual({
      name: "This is a required field",
      chart: "Must choose either a chart or a dashboard",
      database: "Database is required for alerts",
      sql: "This is a required field",
      validator_config_json: "This is a required field",
      "recipients.0.target": "This is a required field",
    });
    expect(problemsOf(changedTo({ recipients: [], grace_period: null }))).toEqual({
      recipients: "Choose at least one recipient.",
      grace_period: "This is a required field",
    });
  });
});

describe("a stored alert", () => {
  test("is read with its condition and single recipients; a webhook URL may contain commas", () => {
    expect(stored).toMatchObject({
      op: ">=",
      threshold: 0,
      active: false,
      attached: "dashboard",
      includesFilters: true,
    });
    expect(stored.dashboard).toEqual({ id: 2, name: "[ untitled dashboard ]" });
    expect(stored.recipients.map(({ type, to, cc }) => [type, to, cc])).toEqual([
      ["Email", ["a@b.org", "c@d.org"], ["e@f.org"]],
      ["Slack", ["ops", "C024"], []],
      ["Webhook", ["https://example.org/a,b;c"], []],
    ]);
    expect(problemsOf(stored)).toEqual({});
  });

  test("has no changes when unchanged", () => {
    expect(changesBetween(stored, draftOf(DETAIL))).toEqual({});
    expect(changesBetween(stored, changedTo({ name: " Late share " }))).toEqual({});
  });

  test("saves only changes", () => {
    expect(changesBetween(stored, changedTo({ threshold: 5, active: true }))).toEqual({
      active: true,
      validator_config_json: { op: ">=", threshold: 5 },
    });
    expect(changesBetween(stored, changedTo({ description: "Why", owners: [] }))).toEqual({
      description: "Why",
      owners: [],
    });
  });

  test("keeps its tab without filters", () => {
    expect(changesBetween(stored, changedTo({ includesFilters: false }))).toEqual({
      extra: { dashboard: { anchor: "TAB-b" } },
    });
  });

  test("with broken JSON is read as far as possible", () => {
    const broken = {
      ...DETAIL,
      validator_config_json: "{",
      recipients: [{ id: 1, type: "Email", recipient_config_json: "" }],
    };
    expect(draftOf(broken as Detail)).toMatchObject({ op: ">", threshold: null, recipients: [{ to: [] }] });
    expect(draftOf({})).toMatchObject({ type: "Report", timezone: "UTC", grace_period: 14_400, attached: "dashboard" });
  });

  test("turned into a report drops its condition", () => {
    expect(bodyOf(changedTo({ type: "Report" }))).toMatchObject({
      database: null,
      sql: null,
      validator_type: null,
      validator_config_json: null,
    });
  });

  test("moved to a chart drops the dashboard and its state", () => {
    const body = bodyOf(changedTo({ attached: "chart", chart: { id: 3, name: "Delays" }, report_format: "CSV" }));
    expect(body).toMatchObject({ dashboard: null, chart: 3, extra: {}, report_format: "CSV" });
  });

  test("falls back to an image for dashboards, which have no rows", () => {
    expect(bodyOf(changedTo({ report_format: "TEXT" })).report_format).toBe("PNG");
    expect([formatsOf({ attached: "dashboard" }), formatsOf({ attached: "chart" })]).toEqual([
      ["PNG", "PDF"],
      ["PNG", "PDF", "CSV", "TEXT"],
    ]);
  });

  test("sends copies by email only, and only if there are any", () => {
    const recipients = stored.recipients.map((one) => ({ ...one, bcc: ["x@y.org"] }));
    expect(
      bodyOf(changedTo({ recipients })).recipients?.map(({ recipient_config_json }) => recipient_config_json),
    ).toEqual([
      { target: "a@b.org, c@d.org", ccTarget: "e@f.org", bccTarget: "x@y.org" },
      { target: "ops, C024" },
      { target: "https://example.org/a,b;c" },
    ]);
  });
});

describe("the condition of an alert", () => {
  test("can be tested once it is complete", () => {
    expect(conditionOf(stored)).toEqual({
      ...{ database: 1, sql: "SELECT 41", validator_type: "operator" },
      validator_config_json: { op: ">=", threshold: 0 },
    });
    const incomplete: Partial<Draft>[] = [
      { type: "Report" },
      { database: undefined },
      { sql: " " },
      { threshold: null },
    ];
    for (const change of incomplete) expect(conditionOf(changedTo(change))).toBeUndefined();
    expect(conditionOf(changedTo({ op: "not null", threshold: null }))).toMatchObject({ validator_type: "not null" });
  });

  test.each([
    [">", true, "is more than 1,200: would fire"],
    [">", false, "is not more than 1,200: would not fire"],
    [">=", false, "is less than 1,200: would not fire"],
    ["<", true, "is less than 1,200: would fire"],
    ["<=", false, "is more than 1,200: would not fire"],
    ["==", true, "equals 1,200: would fire"],
    ["!=", false, "equals 1,200: would not fire"],
  ] as const)("%s met %s reads “%s”", (op, isMet, words) => {
    const { container } = render(<Verdict draft={{ op, threshold: 1200 }} value="3" isTriggered={isMet} />);
    expect(container.textContent).toBe(`3 ${words}`);
  });

  test.each([
    [true, "The result is 3: would fire"],
    [false, "The result is 3 (0 and empty don't count): would not fire"],
  ])("not null met %s reads “%s”", (isMet, words) => {
    const { container } = render(<Verdict draft={{ op: "not null", threshold: null }} value="3" isTriggered={isMet} />);
    expect(container.textContent).toBe(words);
  });

  test.each([
    [null, ""],
    [undefined, ""],
    [0, "0"],
    [1234567.891234, "1,234,567.8912"],
    [0.000123456, "0.0001235"],
    [-41.80001, "-41.8"],
  ])("a result of %s reads “%s”", (value, text) => expect(valueText(value)).toBe(text));
});
