import type { Connection, ConnectionConfig, Connector, RunOptions } from "../../connectors/connector.ts";
import { msg, t } from "../../i18n/translate.ts";
import { type ErrorType, TesseraError, typedError, unprocessable, wireErrorsOf } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { driversOf } from "../../server/drivers/drivers.ts";
import { connectionConfig, connectorFor, type Target } from "./connection.ts";
import { engineNameOf } from "./store.ts";

const TEST_MS = 30_000;

export function requireConnector(app: App, uri: string): Connector {
  const connector = connectorFor(app, uri);
  if (connector) return connector;
  throw typedError(
    "GENERIC_COMMAND_ERROR",
    t("Could not load database driver for: {engine}", { engine: engineNameOf(uri) }),
    {
      status: 422,
      level: "warning",
    },
  );
}

export async function assertAnswers(app: App, target: Target, signal?: AbortSignal): Promise<void> {
  const connector = requireConnector(app, target.uri);
  const config = await connectionConfig(app, connector, target);
  try {
    config.driver = await driversOf(app).ready(connector.engine);
    await answer(connector, config, { signal });
  } catch (error) {
    throw isOutOfTime(error) ? timedOut(error) : error;
  }
}

interface AnswerOptions {
  signal: AbortSignal | undefined;
  timeoutMs?: number;
  /** Asks more after the statement. */
  ask?(connection: Connection, options: RunOptions): Promise<void>;
}

/** Connects and runs a statement. */
export async function answer(
  connector: Connector,
  config: ConnectionConfig,
  { signal, timeoutMs = TEST_MS, ask }: AnswerOptions,
): Promise<void> {
  const connection = await connector.connect({ ...config, timeoutMs });
  const options = { timeoutMs, ...(signal ? { signal } : {}) };
  try {
    await connection.run("SELECT 1", options);
    await ask?.(connection, options);
  } finally {
    await connection.close();
  }
}

const isOutOfTime = (error: unknown) =>
  wireErrorsOf(error).some(({ error_type }) => error_type === ("BACKEND_TIMEOUT_ERROR" satisfies ErrorType));

const timedOut = (cause: unknown) =>
  typedError(
    "CONNECTION_DATABASE_TIMEOUT",
    t(
      "Please check your connection details and database settings, and ensure that your database is accepting connections, then try connecting again.",
    ),
    { status: 408, cause },
  );

export const CONNECTION_FAILED = msg("Connection failed, please check your connection settings");

/** Maps to 400 with the engine's message, or 422 for an unknown engine. */
export function connectionFailed(error: unknown): unknown {
  const errors = wireErrorsOf(error);
  if (errors.length === 0) return error instanceof TesseraError ? error : unprocessable(t(CONNECTION_FAILED));
  const status = error instanceof TesseraError && error.status === 422 ? 422 : 400;
  return new TesseraError(status, { errors: [...errors] }, { cause: error });
}
