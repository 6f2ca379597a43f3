import { describe, expect, test } from "vitest";
import { errorOfResponse } from "../../../web/client/errors.ts";
import {
  connectionBody,
  type Draft,
  draftFor,
  draftOf,
  type EngineChoice,
  fieldsOf,
  missingIn,
  problemsOf,
} from "./draft.ts";
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
  supportsTunnel: true,
  download: null,
};
const draft = draftFor(POSTGRES);
const changedTo = (change: Partial<Draft>): Draft => ({ ...draft, ...change });

describe("the form of an engine", () => {
  test("has a field with its default for each parameter", () => {
    expect(FIELDS.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["host", "text", true],
      ["port", "number", true],
      ["password", "password", false],
      ["credentials_info", "area", false],
      ["encryption", "switch", false],
    ]);
    expect(FIELDS[0]).toMatchObject({ label: "Host", placeholder: "e.g. db.example.org" });
    expect(FIELDS[2]?.label, "falls back to its name").toBe("password");
    expect(draft).toMatchObject({ name: "PostgreSQL", method: "dynamic_form", parameters: { port: 5432 } });
    expect(fieldsOf(undefined)).toEqual([]);
  });

  test("lists missing fields; a switch that is off and 0 count as filled in", () => {
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

  test("sends parameters with parsed query parameters, or the connection string only", () => {
    const parameters = { host: "db", port: 5432, query: "application_name=t&sslmode=require" };
    expect(connectionBody(changedTo({ parameters }))).toEqual({
      configuration_method: "dynamic_form",
      engine: "postgresql",
      parameters: { host: "db", port: 5432, query: { application_name: "t", sslmode: "require" } },
    });
    expect(connectionBody(changedTo({ method: "sqlalchemy_form", uri: " postgresql://db " }))).toEqual({
      configuration_method: "sqlalchemy_form",
      sqlalchemy_uri: "postgresql://db",
    });
  });
});

describe("a stored connection", () => {
  const STORED = { database_name: "warehouse", backend: "postgresql", sqlalchemy_uri: "postgresql://XXXX@db/sales" };

  test("is shown as a form if it was created by one, otherwise as a connection string", () => {
    const parameters = { host: "db", query: { application_name: "a b" } };
    const byFields = draftOf({ ...STORED, configuration_method: "dynamic_form", parameters });
    expect(byFields).toMatchObject({
      method: "dynamic_form",
      parameters: { host: "db", query: "application_name=a+b" },
    });
    expect(connectionBody(byFields)).toMatchObject({ parameters });
    expect(draftOf(STORED)).toMatchObject({
      method: "sqlalchemy_form",
      uri: STORED.sqlalchemy_uri,
      parameters: {},
    });
  });

  test("keeps its tunnel until it is removed", () => {
    const stored = { server_address: "ssh", server_port: 22, username: "ann", password: "XXXX" };
    const { tunnel, ...rest } = draftOf({ ...STORED, ssh_tunnel: stored });
    expect(connectionBody({ ...rest, tunnel })).toMatchObject({ ssh_tunnel: stored });
    expect(connectionBody({ ...rest, tunnel: null })).toMatchObject({ ssh_tunnel: null });
    expect(connectionBody(rest)).not.toHaveProperty("ssh_tunnel");
  });
});

describe("an SSH tunnel", () => {
  const key = { ...NEW_TUNNEL, server_address: " ssh ", username: "ann ", by: "private_key" as const, password: "old" };

  test("sends only the fields of the selected authentication", () => {
    expect(tunnelBody({ ...key, private_key: "PEM", private_key_password: "" })).toEqual({
      ...{ server_address: "ssh", server_port: 22, username: "ann" },
      private_key: "PEM",
    });
    expect(tunnelBody({ ...key, private_key: "PEM", private_key_password: "s" })).toHaveProperty(
      "private_key_password",
    );
    expect(tunnelBody({ ...key, by: "password" })).toMatchObject({ password: "old" });
  });

  test("with a private key loads as such and requires the key", () => {
    expect(tunnelOf({ server_address: "ssh", private_key: "XXXX" })).toMatchObject({
      by: "private_key",
      server_port: 22,
    });
    expect(missingInTunnel(key)).toEqual(["ssh_tunnel.private_key"]);
    expect([missingInTunnel(null), missingInTunnel(undefined), tunnelOf(null)]).toEqual([[], [], undefined]);
  });
});

describe("connection problems", () => {
  const KNOWN = ["host", "port", "database_name"];
  const error = (extra: object, message = "Wrong") => ({ message, error_type: "X", level: "error", extra });

  test("are shown at their fields, others once below the form", () => {
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

  test("of unknown fields include the field names", () => {
    const answer = errorOfResponse(400, { message: { database_name: ["Taken"], uuid: ["Not a valid UUID."] } });
    expect(problemsOf(answer, KNOWN)).toEqual({
      fields: { database_name: "Taken" },
      rest: ["uuid: Not a valid UUID."],
    });
  });

  test("fall back to the error message", () => {
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

  test("are read with their defaults", () => {
    expect(before).toMatchObject({
      ...{ expose_in_sqllab: true, allow_dml: false, cache_timeout: null, allows_virtual_table_explore: true },
      ...{ schemas_allowed_for_file_upload: "a, b", force_ctas_schema: "tmp", server_cert: "" },
    });
    expect(JSON.parse(before.engine_params)).toEqual({ pool: 5 });
    expect(settingsOf({ extra: '{"engine_params":{}, "allows_virtual_table_explore": false}' })).toMatchObject({
      ...{ engine_params: "", allows_virtual_table_explore: false, disable_data_preview: false },
    });
  });

  test("without changes are not sent", () => expect(changed({})).toEqual({}));

  test("are sent only if changed; an emptied text is null", () => {
    expect(changed({ allow_dml: true, cache_timeout: 0, force_ctas_schema: " " })).toEqual({
      allow_dml: true,
      cache_timeout: 0,
      force_ctas_schema: null,
    });
  });

  test("keep unknown keys of `extra`", () => {
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
    ["[1]", "Must be a JSON object"],
    ["null", "Must be a JSON object"],
    ["{", "Not valid JSON"],
  ])("JSON text %s: %s", (text, problem) => expect(jsonProblem(text)).toBe(problem));
});
