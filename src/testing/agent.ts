import type { TestServer } from "./server.ts";

/** An agent's client that sends messages one by one, and sees what the protocol sends. */
export interface TestAgent {
  send(method: string, params?: object, headers?: Record<string, string>): Promise<AgentAnswer>;
  call(tool: string, input?: object): Promise<ToolAnswer>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Json = any;

export interface AgentAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface ToolAnswer {
  /** 200, or that of the error. */
  readonly status: number;
  readonly data: Json;
  readonly message: string | undefined;
  readonly content: Json[];
}

export async function apiKeyOf(server: TestServer, username: string, roles?: readonly string[]): Promise<string> {
  const client = await server.as(username, roles);
  const { body } = await client.post<Json>("/api/v1/security/api_keys/", { name: "agent" });
  return body.result.key;
}

export function createAgent(server: TestServer, token: string): TestAgent {
  let id = 0;
  const send: TestAgent["send"] = async (method, params, headers = {}) => {
    id++;
    const response = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id, method, ...(params && { params }) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    send,
    call: async (name, input = {}) => {
      const { status, body } = await send("tools/call", { name, arguments: input });
      const result = body.result;
      if (status !== 200 || !result) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      const data = result.structuredContent;
      const { error } = result.isError ? data : { error: { status: 200 } };
      return { status: error.status, data, message: error.message, content: result.content };
    },
  };
}

export const agentFor = async (server: TestServer, username: string, roles?: readonly string[]): Promise<TestAgent> =>
  createAgent(server, await apiKeyOf(server, username, roles));
