import { existsSync } from "node:fs";
import { connect } from "node:net";
import { parseServerAddress, type ServerAddress } from "../../connectors/address/address.ts";
import type { Connection, ConnectionConfig, Connector, RunOptions } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { type ErrorType, TesseraError, wireErrorsOf } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { driversOf } from "../../server/drivers/drivers.ts";
import { egressPolicyOf } from "../../server/egress-policy.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { connectionConfig, type Target } from "./connection.ts";
import type { ConnectionStep, StepName } from "./contract.ts";
import { fileOf } from "./file-place.ts";
import { answer, requireConnector } from "./probe.ts";
import { namedRefusal } from "./refusal.ts";
import { causeTextOf, isTlsFailure, tlsFailure } from "./tls-failure.ts";

/** For one step that only waits for the network. */
const PORT_MS = 5000;
const ANSWER_MS = 20_000;

const SERVER_STEPS: readonly StepName[] = ["name", "port", "tls", "sign_in", "database"];

/** Tests a connection one step at a time, so that users learn which one failed, why, and what to do. */
export async function connectionSteps(actor: Actor, target: Target, signal: AbortSignal): Promise<ConnectionStep[]> {
  const { app } = actor;
  const connector = requireConnector(app, target.uri);
  const isMissing = driversOf(app).missing(connector.engine) !== undefined;
  const run = new StepRun([...(isMissing ? (["driver"] as const) : []), ...stepsOf(connector, target)]);
  try {
    const config = await connectionConfig(app, connector, target);
    if (isMissing) await run.step("driver", () => driversOf(app).ready(connector.engine));
    config.driver = await driversOf(app).ready(connector.engine);
    run.notes.tls = tlsNote(connector, config);
    await reachServer(app, run, { connector, config, target });
    if (isNewFile(connector, config)) run.notes.file = t("The file doesn't exist yet and will be created.");
    else {
      const ask = async (connection: Connection, options: RunOptions) => {
        const tls = await tlsOf(connector, connection, options);
        if (tls === undefined) return;
        run.isUnencrypted = tls === "";
        run.notes.tls = tls ? t("Encrypted ({version}).", { version: tls }) : t("The connection isn't encrypted.");
      };
      await answer(connector, config, { signal, timeoutMs: ANSWER_MS, ask });
    }
    return run.passed();
  } catch (error) {
    const named = (await namedRefusal(actor, target, error).catch(() => undefined)) ?? error;
    return run.failed(named, failureOf(named, { connector, target, fallback: run.pending }));
  }
}

function stepsOf({ place }: Connector, { tunnel }: Target): readonly StepName[] {
  if (place === "file") return ["file", "database"];
  if (place === "service") return ["sign_in", "database"];
  return tunnel ? ["ssh", ...SERVER_STEPS.slice(1)] : SERVER_STEPS;
}

class StepRun {
  /** What to know about a step that passed. */
  readonly notes: { tls?: string | undefined; file?: string } = {};
  isUnencrypted = false;
  readonly #names: readonly StepName[];
  readonly #passed = new Set<StepName>();

  constructor(names: readonly StepName[]) {
    this.#names = names;
  }

  get pending(): StepName {
    return this.#names.find((name) => !this.#passed.has(name)) ?? "database";
  }

  async step(name: StepName, run: () => Promise<unknown>): Promise<void> {
    await run();
    this.#passed.add(name);
  }

  passed(names = this.#names): ConnectionStep[] {
    return names.map((step) => {
      const message = step === "tls" || step === "file" ? this.notes[step] : undefined;
      const status = step === "tls" && this.isUnencrypted ? "off" : "passed";
      return { step, status, ...(message ? { message } : {}) };
    });
  }

  /** A step that isn't tested, such as TLS that wasn't reached, is never reported as passed. */
  failed(error: unknown, { step, hint }: StepFailure): ConnectionStep[] {
    const at = Math.max(0, this.#names.indexOf(step));
    const [first] = wireErrorsOf(error);
    // The message of a driver that was refused for its encryption is about something else.
    const message = step === "tls" && hint ? hint : (first?.message ?? textOf(error));
    const cause = first?.extra?.blocked ? undefined : causeTextOf(error);
    const allow = first?.extra?.allow as ConnectionStep["allow"];
    const failure: ConnectionStep = {
      ...{ step: this.#names[at] ?? step, status: "failed", message },
      ...(hint && hint !== message ? { hint } : {}),
      ...(cause && cause !== message ? { cause } : {}),
      ...(allow ? { allow } : {}),
    };
    const rest = this.#names.slice(at + 1).map((name) => ({ step: name, status: "not_reached" as const }));
    return [...this.passed(this.#names.slice(0, at)), failure, ...rest];
  }
}

const textOf = (error: unknown): string => {
  const body = error instanceof TesseraError ? (error.body as { message?: unknown }) : undefined;
  if (typeof body?.message === "string") return body.message;
  if (body?.message) return Object.values(body.message).flat().join(" ");
  return error instanceof Error ? error.message : String(error);
};

interface Reached {
  connector: Connector;
  config: ConnectionConfig;
  target: Target;
}

/** `connectionConfig` has resolved and checked the name. */
async function reachServer(app: App, run: StepRun, { connector, config, target }: Reached): Promise<void> {
  if (connector.place !== "server") return;
  const { tunnel } = target;
  if (tunnel) {
    await assertOpen(app, { host: tunnel.server_address, port: tunnel.server_port });
    return;
  }
  await run.step("name", async () => undefined);
  await run.step("port", () => assertOpen(app, parseServerAddress(config, defaultPortOf(connector))));
}

const defaultPortOf = ({ form }: Connector) => Number(form.fields.find(({ name }) => name === "port")?.default ?? 0);

class PortFailure extends Error {
  readonly port: number;
  readonly isSilent: boolean;

  constructor(port: number, isSilent: boolean, cause?: unknown) {
    super(
      isSilent
        ? t("No answer on port {port} within {seconds, number} seconds.", {
            port: String(port),
            seconds: PORT_MS / 1000,
          })
        : t("The server refused the connection on port {port}.", { port: String(port) }),
      { cause },
    );
    this.port = port;
    this.isSilent = isSilent;
  }
}

const SILENT = /^(ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/;

function assertOpen(app: App, { host, port }: Pick<ServerAddress, "host" | "port">): Promise<void> {
  const { lookup } = egressPolicyOf(app);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup });
    const timer = setTimeout(() => done(new PortFailure(port, true)), PORT_MS);
    const done = (failure?: PortFailure) => {
      clearTimeout(timer);
      socket.destroy();
      if (failure) reject(failure);
      else resolve();
    };
    socket
      .once("connect", () => done())
      .once("error", (error: NodeJS.ErrnoException) => {
        const codes = [error.code, ...((error as AggregateError).errors ?? []).map((each) => String(each.code))];
        done(
          new PortFailure(
            port,
            codes.every((code) => SILENT.test(code ?? "")),
            error,
          ),
        );
      });
  });
}

function isNewFile({ engine }: Connector, { uri }: ConnectionConfig): boolean {
  const file = engine === "duckdb" ? fileOf(uri) : undefined;
  return file !== undefined && !existsSync(file);
}

interface StepFailure {
  step: StepName;
  hint?: string | undefined;
}

interface FailureContext {
  connector: Connector;
  target: Target;
  fallback: StepName;
}

const STEP_OF_TYPE: Readonly<Partial<Record<ErrorType, StepName>>> = {
  CONNECTION_INVALID_HOSTNAME_ERROR: "name",
  CONNECTION_PORT_CLOSED_ERROR: "port",
  CONNECTION_INVALID_PORT_ERROR: "port",
  CONNECTION_HOST_DOWN_ERROR: "port",
  CONNECTION_INVALID_USERNAME_ERROR: "sign_in",
  CONNECTION_INVALID_PASSWORD_ERROR: "sign_in",
  CONNECTION_ACCESS_DENIED_ERROR: "sign_in",
  CONNECTION_UNKNOWN_DATABASE_ERROR: "database",
  SCHEMA_DOES_NOT_EXIST_ERROR: "database",
};

function failureOf(error: unknown, context: FailureContext): StepFailure {
  const { connector, target } = context;
  if (error instanceof PortFailure) return { step: target.tunnel ? "ssh" : "port", hint: portHint(error) };
  if (isTlsFailure(error)) return { step: "tls", hint: tlsFailure(error, connector.name) };
  const [first] = wireErrorsOf(error);
  const blocked = first?.extra?.blocked;
  if (blocked === "folder") return { step: "file" };
  if (blocked === "host") return { step: target.tunnel ? "ssh" : "name" };
  if (connector.place === "file") return { step: first ? "file" : context.fallback, hint: fileHint(first?.error_type) };
  if (isTunnelFailure(error, first?.error_type, context))
    return { step: "ssh", hint: t("Check the address, username and key of the SSH server.") };
  return serverFailure(first?.error_type ?? "GENERIC_DB_ENGINE_ERROR", context);
}

function isTunnelFailure(error: unknown, type: ErrorType | undefined, { target, fallback }: FailureContext): boolean {
  if (!target.tunnel) return false;
  const isUnreachable = fallback === "ssh" && type === "CONNECTION_HOST_DOWN_ERROR";
  return isUnreachable || (causeTextOf(error)?.includes("SSH") ?? false);
}

function serverFailure(type: ErrorType, { connector, target, fallback }: FailureContext): StepFailure {
  const step = STEP_OF_TYPE[type];
  if (step) return { step, hint: hintOf(step, target) };
  if (type === "CONNECTION_DATABASE_PERMISSIONS_ERROR" && fallback !== "name")
    return { step: "database", hint: t("Ask the administrator of the database to give this user access.") };
  const isReached = fallback !== "name" && fallback !== "port";
  return isReached ? { step: "sign_in", hint: otherHint(connector) } : { step: fallback };
}

const portHint = ({ isSilent }: PortFailure) =>
  isSilent
    ? t("Check the address. A firewall may block the port for this server.")
    : t("Check the port, and that the database runs and accepts connections from other machines.");

const otherHint = ({ name }: Connector) => t("Check that a {name} server uses this port.", { name });

function fileHint(type: ErrorType | undefined): string | undefined {
  if (type === "CONNECTION_UNKNOWN_DATABASE_ERROR") return t("Check the path. It is a path on the server.");
  return undefined;
}

function hintOf(step: StepName, { tunnel }: Target): string | undefined {
  if (step === "name") return t("Check the spelling. This server must be able to find the name.");
  if (step === "sign_in")
    return tunnel
      ? t("Check the username and password of the database, and those of the SSH server.")
      : t("Check the username and password, and that the user can sign in from this server.");
  if (step === "database") return t("Check the database name. Upper and lower case may matter.");
  return t("Check the address and port.");
}

const REQUIRED = /^(require|required|verify[-_]\w+|true|1|yes|on|https)$/i;
const TLS_OPTIONS = ["sslmode", "ssl_mode", "ssl-mode", "ssl", "secure", "protocol", "encrypt"];

/** TLS version of the connection; empty = not encrypted, undefined = unknown. */
async function tlsOf({ tlsSql }: Connector, connection: Connection, options: RunOptions): Promise<string | undefined> {
  if (!tlsSql) return undefined;
  // Databases that only speak the protocol of another may not know the statement.
  const answered = await connection.run(tlsSql, options).catch(() => undefined);
  const column = answered?.columns.at(-1);
  if (column?.values.length !== 1) return undefined;
  return String(column.values[0] ?? "").replace(/^TLSv/, "TLS ");
}

/** Until the connection tells. */
function tlsNote({ place, engine }: Connector, config: ConnectionConfig): string | undefined {
  if (place !== "server") return undefined;
  const { options } = parseServerAddress(config, 1);
  const given = TLS_OPTIONS.map((name) => options.get(name)).filter((value) => value !== undefined);
  if (config.serverCert || given.some((value) => REQUIRED.test(value))) return t("The connection is encrypted.");
  if (given.length === 0 && engine === "mssql") return t("The connection is encrypted.");
  return t("Not required. The connection is encrypted only if the server offers it.");
}
