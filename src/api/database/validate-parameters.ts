import { connect } from "node:net";
import { addressFrom } from "../../connectors/address/form.ts";
import type { Connector } from "../../connectors/connector.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, type WireError, wireError, wireErrorsOf } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { egressPolicyOf } from "../../server/egress-policy.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { connectorFor } from "./connection.ts";
import type { ValidatedDatabase } from "./contract.ts";
import { assertAnswers } from "./probe.ts";
import { namedRefusal, withNamedRefusals } from "./refusal.ts";
import { newFileOf } from "./save.ts";
import { findDatabase } from "./store.ts";
import { invalidEngine, targetAfter } from "./values.ts";

const LAST_PORT = 65_535;
const PORT_MS = 5000;

export async function validateParameters(actor: Actor, body: ValidatedDatabase): Promise<void> {
  const { app } = actor;
  const connector = connectorFor(app, `${body.engine}:`);
  if (!connector) throw invalidEngine(body.engine);
  const errors = await problemsOf(app, connector, body);
  if (errors.length > 0) throw await namedProblems(actor, connector, { body, errors });
  const stored = body.id ? await findDatabase(app.db, body.id) : undefined;
  const target = targetAfter(app, { ...body, database_name: body.database_name ?? undefined }, { stored });
  await withNamedRefusals(actor, target, async () => {
    if ((await newFileOf(app, target)) === undefined) await assertAnswers(app, target);
  });
}

async function namedProblems(
  actor: Actor,
  connector: Connector,
  { body, errors }: { body: ValidatedDatabase; errors: readonly WireError[] },
): Promise<TesseraError> {
  const target = { uri: addressFrom(connector, body.parameters ?? {}), ...NO_OPTIONS };
  const named = errors.map(async (each) => {
    const refusal = await namedRefusal(actor, target, new TesseraError(422, { errors: [each] }));
    return wireErrorsOf(refusal)[0] ?? each;
  });
  return new TesseraError(422, { errors: await Promise.all(named) });
}

const NO_OPTIONS = { extra: null, encryptedExtra: null, serverCert: null, tunnel: null };

async function problemsOf(app: App, connector: Connector, body: ValidatedDatabase): Promise<WireError[]> {
  const { parameters } = body;
  if (!parameters) return body.sqlalchemy_uri ? [] : [missing(["parameters"])];
  const required = connector.form.fields.filter((field) => field.required && field.name !== "database_name");
  const isEmpty = (name: string) =>
    parameters[name] === undefined || parameters[name] === null || parameters[name] === "";
  const absent = required.map((field) => field.name).filter(isEmpty);
  const found = absent.length > 0 ? [missing(absent)] : [];
  // Hosts behind an SSH server can't be checked from here.
  if (connector.place !== "server" || isEmpty("host") || body.ssh_tunnel) return found;
  const problem = await placeProblem(app, String(parameters.host), isEmpty("port") ? undefined : parameters.port);
  return problem ? [...found, problem] : found;
}

async function placeProblem(app: App, host: string, portText: unknown): Promise<WireError | undefined> {
  try {
    await egressPolicyOf(app).assertHost(host);
  } catch (error) {
    return wireErrorsOf(error)[0];
  }
  if (portText === undefined) return undefined;
  const port = typeof portText === "string" && /^\d+$/.test(portText) ? Number(portText) : portText;
  if (typeof port !== "number" || !Number.isInteger(port)) return invalidPort(t("Port must be a valid integer."));
  if (port < 0 || port > LAST_PORT)
    return invalidPort(t("The port must be an integer between 0 and 65535 (inclusive)."));
  if (await isOpen(app, host, port)) return undefined;
  return wireError("CONNECTION_PORT_CLOSED_ERROR", t("The port is closed."), { extra: { invalid: ["port"] } });
}

function isOpen(app: App, host: string, port: number): Promise<boolean> {
  const { lookup } = egressPolicyOf(app);
  return new Promise((resolve) => {
    const socket = connect({ host, port, lookup, timeout: PORT_MS });
    const done = (isReachable: boolean) => {
      socket.destroy();
      resolve(isReachable);
    };
    socket
      .once("connect", () => done(true))
      .once("timeout", () => done(false))
      .once("error", () => done(false));
  });
}

const invalidPort = (message: string) =>
  wireError("CONNECTION_INVALID_PORT_ERROR", message, { extra: { invalid: ["port"] } });

const missing = (names: readonly string[]) =>
  wireError(
    "CONNECTION_MISSING_PARAMETERS_ERROR",
    t("One or more parameters are missing: {names}", { names: list(names, "commas") }),
    {
      level: "warning",
      extra: { missing: names },
    },
  );
