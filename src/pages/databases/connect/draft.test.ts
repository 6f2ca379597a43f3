import { describe, expect, test } from "vitest";
import { errorOfResponse } from "../../../web/client/errors.ts";
import { type Draft, draftFor, draftOf, type EngineChoice, fieldsOf, missingIn, problemsOf, reachOf } from "./draft.ts";
import { changedSettings, jsonProblem, type Settings, settingsOf } from "./settings.ts";
import { missingInTunnel, NEW_TUNNEL, tunnelBody, tunnelOf } from "./tunnel.ts";

const FIELDS = fieldsOf({
  properties: {
    host: { type: "string", description: "Host", example: "e.g. db.example.org" },
    port: { type: "integer", description: "Port", default: 5432 },
    password: { type: "string", format: "password" },
    credentials_info: { type: "string", "x-encrypted-extra": true },
    encryption: { type: "boolean" },
  },
  required: ["host", "port"],
});
const POSTGRES: EngineChoice = {
  engine: "postgresql",
  name: "PostgreSQL",
  preferred: true,
  placeholder: "postgresql://...",
  fields: FIELDS,
  takesTunnel: true,
  download: null,
};
const draft = draftFor(POSTGRES);
const changedTo = (change: Partial<Draft>): Draft => ({ ...draft, ...change });

describe("the form of an engine", () => {
  test("has a field for each parameter, with what it starts from", () => {
    expect(FIELDS.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["host", "text", true],
      ["port", "number", true],
      ["password", "password", false],
      ["credentials_info", "area", false],
      ["encryption", "switch", false],
    ]);
    expect(FIELDS[0]).toMatchObject({ label: "Host", placeholder: "e.g. db.example.org" });
    expect(FIELDS[2]?.label, "its name where nothing describes it").toBe("password");
    expect(draft).toMatchObject({ name: "PostgreSQL", method: "dynamic_form", parameters: { port: 5432 } });
    expect(fieldsOf(undefined)).toEqual([]);
  });

  test("tells what has to be filled in; a switch that is off and a 0 are filled in", () => {
    expect(missingIn(draft, FIELDS)).toEqual(["host"]);
    expect(missingIn(changedTo({ parameters: { host: " ", port: 0 }, name: "" }), FIELDS)).toEqual([
      "host",
      "database_name",
    ]);
    expect(missingIn(changedTo({ method: "sqlalchemy_form" }), FIELDS)).toEqual(["sqlalchemy_uri"]);
    expect(missingIn(changedTo({ parameters: { host: "db", port: 1 }, tunnel: NEW_TUNNEL }), FIELDS)).toEqual([
      "ssh_tunnel.server_address",
      "ssh_tunnel.username",
      "ssh_tunnel.password",
    ]);
  });

  test("sends parameters with those of the address apart, or the address alone", () => {
    const parameters = { host: "db", port: 5432, query: "application_name=t&sslmode=require" };
    expect(reachOf(changedTo({ parameters }))).toEqual({
      configuration_method: "dynamic_form",
      engine: "postgresql",
      parameters: { host: "db", port: 5432, query: { application_name: "t", sslmode: "require" } },
    });
    expect(reachOf(changedTo({ method: "sqlalchemy_form", address: " postgresql://db " }))).toEqual({
      configuration_method: "sqlalchemy_form",
      sqlalchemy_uri: "postgresql://db",
    });
  });
});

describe("a stored connection", () => {
  const STORED = { database_name: "warehouse", backend: "postgresql", sqlalchemy_uri: "postgresql://XXXX@db/sales" };

  test("is shown by its fields where it was made by them, else by its address", () => {
    const parameters = { host: "db", query: { application_name: "a b" } };
    const byFields = draftOf({ ...STORED, configuration_method: "dynamic_form", parameters });
    expect(byFields).toMatchObject({
      method: "dynamic_form",
      parameters: { host: "db", query: "application_name=a+b" },
    });
    expect(reachOf(byFields)).toMatchObject({ parameters });
    expect(draftOf(STORED)).toMatchObject({
      method: "sqlalchemy_form",
      address: STORED.sqlalchemy_uri,
      parameters: {},
    });
  });

  test("keeps its tunnel as it is, until it is taken away", () => {
    const stored = { server_address: "ssh", server_port: 22, username: "ann", password: "XXXX" };
    const { tunnel, ...rest } = draftOf({ ...STORED, ssh_tunnel: stored });
    expect(reachOf({ ...rest, tunnel })).toMatchObject({ ssh_tunnel: stored });
    expect(reachOf({ ...rest, tunnel: null })).toMatchObject({ ssh_tunnel: null });
    expect(reachOf(rest)).not.toHaveProperty("ssh_tunnel");
  });
});

describe("an SSH tunnel", () => {
  const key = { ...NEW_TUNNEL, server_address: " ssh ", username: "ann ", by: "private_key" as const, password: "old" };

  test("sends what belongs to the way of signing in alone", () => {
    expect(tunnelBody({ ...key, private_key: "PEM", private_key_password: "" })).toEqual({
      ...{ server_address: "ssh", server_port: 22, username: "ann" },
      private_key: "PEM",
    });
    expect(tunnelBody({ ...key, private_key: "PEM", private_key_password: "s" })).toHaveProperty(
      "private_key_password",
    );
    expect(tunnelBody({ ...key, by: "password" })).toMatchObject({ password: "old" });
  });

  test("with a private key is read as such, and asks for it", () => {
    expect(tunnelOf({ server_address: "ssh", private_key: "XXXX" })).toMatchObject({
      by: "private_key",
      server_port: 22,
    });
    expect(missingInTunnel(key)).toEqual(["ssh_tunnel.private_key"]);
    expect([missingInTunnel(null), missingInTunnel(undefined), tunnelOf(null)]).toEqual([[], [], undefined]);
  });
});

describe("what is wrong with a connection", () => {
  const KNOWN = ["host", "port", "database_name"];
  const error = (extra: object, message = "Wrong") => ({ message, error_type: "X", level: "error", extra });

  test("is told at its fields, and what has none below them, once", () => {
    const answer = errorOfResponse(422, {
      errors: [
        error({ missing: ["host", "cluster"] }),
        error({ invalid: ["port"] }, "The port is closed"),
        error({}, "No such host"),
        error({}, "No such host"),
      ],
    });
    expect(problemsOf(answer, KNOWN)).toEqual({
      fields: { host: "This is a required field", port: "The port is closed" },
      rest: ["This is a required field", "No such host"],
    });
  });

  test("of fields that the form has not is told with their names", () => {
    const answer = errorOfResponse(400, { message: { database_name: ["Taken"], uuid: ["Not a valid UUID."] } });
    expect(problemsOf(answer, KNOWN)).toEqual({
      fields: { database_name: "Taken" },
      rest: ["uuid: Not a valid UUID."],
    });
  });

  test("is never nothing", () => {
    expect(problemsOf(errorOfResponse(500, { message: "Out of order" }), KNOWN)).toEqual({
      fields: {},
      rest: ["Out of order"],
    });
  });
});

describe("settings of a database", () => {
  const stored = {
    ...{ expose_in_sqllab: true, allow_dml: false, cache_timeout: null, server_cert: null, force_ctas_schema: "tmp" },
    extra: JSON.stringify({ own: 1, schemas_allowed_for_file_upload: ["a", "b"], engine_params: { pool: 5 } }),
  };
  const before = settingsOf(stored);
  const changed = (change: Partial<Settings>) => changedSettings(stored, before, { ...before, ...change });

  test("are read, with what is allowed unless it is forbidden", () => {
    expect(before).toMatchObject({
      ...{ expose_in_sqllab: true, allow_dml: false, cache_timeout: null, allows_virtual_table_explore: true },
      ...{ schemas_allowed_for_file_upload: "a, b", force_ctas_schema: "tmp", server_cert: "" },
    });
    expect(JSON.parse(before.engine_params)).toEqual({ pool: 5 });
    expect(settingsOf({ extra: '{"engine_params":{}, "allows_virtual_table_explore": false}' })).toMatchObject({
      ...{ engine_params: "", allows_virtual_table_explore: false, disable_data_preview: false },
    });
  });

  test("that were not changed are not sent", () => expect(changed({})).toEqual({}));

  test("that were changed are sent alone; a text that was emptied is none", () => {
    expect(changed({ allow_dml: true, cache_timeout: 0, force_ctas_schema: " " })).toEqual({
      allow_dml: true,
      cache_timeout: 0,
      force_ctas_schema: null,
    });
  });

  test("of the extra keep what is not known in it", () => {
    const { extra, ...rest } = changed({ schemas_allowed_for_file_upload: "a,, c ", disable_data_preview: true });
    expect(rest).toEqual({});
    expect(JSON.parse(String(extra))).toEqual({
      ...{ own: 1, engine_params: { pool: 5 } },
      ...{ schemas_allowed_for_file_upload: ["a", "c"], disable_data_preview: true },
    });
    expect(JSON.parse(String(changed({ engine_params: "" }).extra)).engine_params).toEqual({});
  });

  test.each([
    ["", undefined],
    ['{"a": 1}', undefined],
    ["[1]", "This must be a JSON object"],
    ["null", "This must be a JSON object"],
    ["{", "This is not JSON"],
  ])("the text %s has the problem: %s", (text, problem) => expect(jsonProblem(text)).toBe(problem));
});
