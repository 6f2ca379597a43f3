import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { HomeInUseError } from "../store/home-lock.ts";
import { startFailureText } from "./start-failure.ts";

const config = readConfig({ TESSERA_HOME: "/srv/home" }, "/srv");
const onPostgres = { ...config, databaseUrl: "postgres://me:hush@db/tessera" };
const failure = (fields: object) => Object.assign(new Error("details"), fields);

/** What is thrown by something that cannot be done. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("it can be done");
}

test("a port that is in use is named, by the system's own error", async () => {
  const [first, second] = [createServer(), createServer()];
  await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
  const { port } = first.address() as AddressInfo;
  const error = await new Promise((resolve) => second.once("error", resolve).listen(port, "127.0.0.1"));
  first.close();
  expect(startFailureText(error, { ...config, port })).toBe(
    `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set TESSERA_PORT to another port.`,
  );
});

test("a store that can't be opened or read says so, by SQLite's own errors", () => {
  const missing = thrownBy(() => new DatabaseSync("/nowhere/at/all.db"));
  expect(startFailureText(missing, config)).toBe(
    "The folder /srv/home cannot be written. Set TESSERA_HOME to a folder that can.",
  );
  const damaged = thrownBy(() => new DatabaseSync("/proc/self/exe", { readOnly: true }).exec("SELECT * FROM t"));
  expect(startFailureText(damaged, config)).toBe("The store in /srv/home is damaged (file is not a database).");
});

test.each([
  [failure({ code: "EACCES", syscall: "listen" }), "Port 8088 is reserved. Set TESSERA_PORT to a port above 1023."],
  [failure({ code: "EADDRNOTAVAIL" }), "TESSERA_HOST 127.0.0.1 is not an address of this machine."],
  [failure({ code: "ENOTFOUND" }), "TESSERA_HOST 127.0.0.1 is not an address of this machine."],
  [failure({ code: "ENOSPC" }), "The disk that holds /srv/home is full."],
  [failure({ code: "EROFS" }), "The folder /srv/home cannot be written. Set TESSERA_HOME to a folder that can."],
  [new ConfigError("TESSERA_PORT must be a port number."), "TESSERA_PORT must be a port number."],
  [new HomeInUseError("Another Tessera is running on /srv/home."), "Another Tessera is running on /srv/home."],
])("%s is one line for who started the server", (error, text) => expect(startFailureText(error, config)).toBe(text));

test("a PostgreSQL that can't be used is named by its setting, without the address and its password", () => {
  for (const code of ["28P01", "3D000", "ECONNREFUSED", "ENOTFOUND"]) {
    expect(startFailureText(failure({ code }), onPostgres)).toBe(
      "The database of TESSERA_DATABASE_URL cannot be used: details.",
    );
  }
  expect(startFailureText(Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), onPostgres)).toBe(
    "The database of TESSERA_DATABASE_URL cannot be used: ECONNREFUSED.",
  );
});

test("what nobody expects comes with its stack, also before there are settings", () => {
  expect(startFailureText(new TypeError("odd"), undefined)).toMatch(
    /^The server could not start: TypeError: odd\n {4}at /,
  );
  expect(startFailureText("text", config)).toBe("The server could not start: text");
});
