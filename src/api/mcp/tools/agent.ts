import type { Scope } from "../../../model/agent.ts";
import type { ErrorBody } from "../../../model/errors.ts";
import { type CallOrder, type CallResult, callInProcess, ResponseTooLarge } from "../../../server/http/in-process.ts";
import type { Context } from "../../../server/http/route.ts";
import type { User } from "../../../server/user.ts";

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Who an agent works for, and what it may do of what they may do. */
export interface AgentIdentity {
  readonly user: User;
  readonly scopes: readonly Scope[];
}

/** An error that the agent reads. */
export class ToolError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: responses of all calls
type Json = any;

/** Everything that tools do goes through the ordinary calls of the API, as the user. */
export class Agent implements AgentIdentity {
  readonly ctx: Context;
  readonly user: User;
  readonly scopes: readonly Scope[];
  readonly #signal: AbortSignal;

  constructor(ctx: Context, { user, scopes }: AgentIdentity, signal: AbortSignal) {
    this.ctx = ctx;
    this.user = user;
    this.scopes = scopes;
    this.#signal = signal;
  }

  /** Base of links. */
  get origin(): string {
    const { request } = this.ctx;
    return `${request.protocol}://${request.host}`;
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  async request(order: CallOrder): Promise<CallResult> {
    const { app, request } = this.ctx;
    const caller = { user: this.user, session: undefined, byToken: true };
    try {
      const call = { caller, origin: request, signal: this.#signal };
      return await callInProcess(app, call, { ...order, maxBytes: MAX_RESPONSE_BYTES });
    } catch (error) {
      if (error instanceof ResponseTooLarge) throw new ToolError("The result is too large. Request less at once.", 413);
      throw error;
    }
  }

  /** Throws a `ToolError` with the API's message unless the call succeeds. */
  async call(order: CallOrder): Promise<Json> {
    return jsonOf(await this.request(order));
  }

  get(url: string, q: object = {}): Promise<Json> {
    const search = Object.keys(q).length === 0 ? "" : `?q=${encodeURIComponent(JSON.stringify(q))}`;
    return this.call({ method: "GET", url: url + search });
  }
}

export function jsonOf({ status, body }: CallResult): Json {
  const parsed = parsedOf(body);
  if (status < 300 && status !== 202) return parsed;
  throw new ToolError(status === 202 ? "The result isn't ready yet." : messageOf(parsed, status), status);
}

function parsedOf(body: Buffer): Json {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

function messageOf(body: Partial<Extract<ErrorBody, object>> | undefined, status: number): string {
  const { message, msg, errors, error } = (body ?? {}) as Json;
  if (typeof message === "string") return message;
  if (message && typeof message === "object") return fieldTexts(message).join(" ");
  if (Array.isArray(errors)) return errors.map((one) => String(one?.message ?? "")).join(" ");
  return String(msg ?? error ?? `The request failed with status ${status}.`);
}

function fieldTexts(fields: object, above = ""): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = above === "" ? name : `${above}.${name}`;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return fieldTexts(value, path);
    return [`${path}: ${[value].flat().join(" ")}`];
  });
}
