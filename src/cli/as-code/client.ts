import type { Asset, AssetChanges, AssetPlan } from "../../api/assets/index.ts";
import { CommandError } from "../../server/command-error.ts";

export class ChangedMeanwhileError extends CommandError {}

/** The calls of a running server that list, plan and apply objects. */
export class AssetClient {
  readonly url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.url = url.replace(/\/+$/, "");
    this.#token = token;
  }

  async list(): Promise<Asset[]> {
    return (await this.#call<{ result: Asset[] }>("GET", "")).result;
  }

  async plan(changes: Partial<AssetChanges>): Promise<AssetPlan> {
    return (await this.#call<{ result: AssetPlan }>("POST", "plan", changes)).result;
  }

  /** Throws `ChangedMeanwhileError` if an object isn't in the state that `based_on` says. */
  async apply(changes: Partial<AssetChanges>): Promise<AssetPlan> {
    return (await this.#call<{ result: AssetPlan }>("POST", "apply", changes)).result;
  }

  /** Has a message whenever something changes. */
  changes(): WebSocket {
    const address = `${this.url.replace(/^http/, "ws")}/api/v1/assets/changes`;
    return new WebSocket(address, { headers: { authorization: `Bearer ${this.#token}` } } as never);
  }

  async #call<T>(method: string, name: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, "content-type": "application/json" };
    const address = `${this.url}/api/v1/assets/${name}`;
    const answer = await fetch(address, {
      method,
      headers: body === undefined ? { authorization: headers.authorization } : headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      const cause = error.cause instanceof Error ? error.cause.message : error.message;
      throw new CommandError(`${this.url} can't be reached: ${cause}`);
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text) as T;
    const problem = problemText(text, answer.status);
    throw answer.status === 412 ? new ChangedMeanwhileError(problem) : new CommandError(problem);
  }
}

interface ErrorBody {
  message?: unknown;
  errors?: { message: string; extra?: Record<string, unknown> }[];
}

/** One line per file with problems. */
function problemText(text: string, status: number): string {
  const body = parsed(text);
  const [first] = body?.errors ?? [];
  const { issue_codes: _, ...files } = first?.extra ?? {};
  const lines = Object.entries(files).map(([path, problem]) => `${path}: ${plainText(problem)}`);
  if (lines.length > 0) return lines.join("\n");
  return (
    first?.message ?? (body?.message === undefined ? `The server responded with ${status}.` : plainText(body.message))
  );
}

function parsed(text: string): ErrorBody | undefined {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return undefined;
  }
}

function plainText(problem: unknown): string {
  if (typeof problem === "string") return problem;
  if (Array.isArray(problem)) return problem.map(plainText).join("; ");
  const fields = Object.entries((problem ?? {}) as Record<string, unknown>);
  return fields.map(([field, part]) => `${field}: ${plainText(part)}`).join(" | ");
}
