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

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("it can be done");
}

test("names the port that is in use", async () => {
  const [first, second] = [createServer(), createServer()];
  await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
  const { port } = first.address() as AddressInfo;
  const error = await new Promise((resolve) => second.once("error", resolve).listen(port, "127.0.0.1"));
  first.close();
  expect(startFailureText(error, { ...config, port })).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set TESSERA_PORT to another port.`,
  );
});

test("reports a store that SQLite can't open or read", () => {
  const missing = errorOf(() => new DatabaseSync("/nowhere/at/all.db"));
  expect(startFailureText(missing, config)).toBe(
    "The folder /srv/home isn't writable. Set TESSERA_HOME to a writable folder.",
  );
  const damaged = errorOf(() => new DatabaseSync("/proc/self/exe", { readOnly: true }).exec("SELECT * FROM t"));
  expect(startFailureText(damaged, config)).toBe("The database in /srv/home is corrupted (file is not a database).");
});

test.each([
  [failure({ code: "EACCES", syscall: "listen" }), "Port 8088 is reserved. Set TESSERA_PORT to a port above 1023."],
  [failure({ code: "EADDRNOTAVAIL" }), "TESSERA_HOST 127.0.0.1 isn't an address of this machine."],
  [failure({ code: "ENOTFOUND" }), "TESSERA_HOST 127.0.0.1 isn't an address of this machine."],
  [failure({ code: "ENOSPC" }), "No disk space left for /srv/home."],
  [failure({ code: "EROFS" }), "The folder /srv/home isn't writable. Set TESSERA_HOME to a writable folder."],
  [new ConfigError("TESSERA_PORT must be a port number."), "TESSERA_PORT must be a port number."],
  [new HomeInUseError("Another Tessera is running on /srv/home."), "Another Tessera is running on /srv/home."],
])("%s gives one line", (error, text) => expect(startFailureText(error, config)).toBe(text));

test("names the setting of a failing PostgreSQL without its address and password", () => {
  for (const code of ["28P01", "3D000", "ECONNREFUSED", "ENOTFOUND"]) {
    expect(startFailureText(failure({ code }), onPostgres)).toBe(
      "Can't use the database in TESSERA_DATABASE_URL: details.",
    );
  }
  expect(startFailureText(Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), onPostgres)).toBe(
    "Can't use the database in TESSERA_DATABASE_URL: ECONNREFUSED.",
  );
});

test("prints the stack of an unexpected error, even before settings are read", () => {
  expect(startFailureText(new TypeError("odd"), undefined)).toMatch(
    /^The server failed to start: TypeError: odd\n {4}at /,
  );
  expect(startFailureText("text", config)).toBe("The server failed to start: text");
});
