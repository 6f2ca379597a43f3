import { t } from "../../i18n/translate.ts";
import { SCOPES } from "../../model/agent.ts";
import { forbidden, notFound, TesseraError, tooManyRequests } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { isApiKey, userOfApiKey } from "../../server/auth/api-keys.ts";
import { connectedApp, isAccessToken } from "../../server/auth/oauth.ts";
import { signInLimiter } from "../../server/auth/sign-in-limiter.ts";
import { runAsUser, userKeyOf } from "../../server/fair-share.ts";
import { isForeign } from "../../server/http/request-context.ts";
import {
  type Context,
  PUBLIC,
  RawReply,
  type Resource,
  route,
  unaudited,
  withOptions,
} from "../../server/http/route.ts";
import { messages } from "./contract.ts";
import { Agent, type AgentIdentity } from "./tools/agent.ts";

const CONCURRENT = 8;
/** Of the request, without those of the connection. */
const PASSED_HEADERS = ["accept", "content-type", "mcp-protocol-version", "mcp-session-id", "last-event-id"];

const messageLimiter = (app: App) => signInLimiter(app);
const running = (_: App) => new Map<number, number>();

/** Pages of other sites, also those whose name an attacker points to this address. */
function assertOwnOrigin({ app: { config }, request }: Context): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.localAddress ?? "");
  const isOwnName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.host);
  const isRebound = isLoopback && !isOwnName && !config.trustProxy;
  const isPublic = config.publicUrl === undefined || new URL(config.publicUrl).host === request.host || isOwnName;
  if (isForeign(request) || isRebound || !isPublic)
    throw forbidden(t("Requests from other sites' pages aren't allowed."));
}

async function identityOf({ app, request }: Context): Promise<AgentIdentity> {
  const [scheme, token = "", ...more] = (request.headers.authorization ?? "").split(" ");
  if (/^bearer$/i.test(scheme ?? "") && more.length === 0) {
    if (isApiKey(token)) return { user: await userOfApiKey(app, token, request.ip), scopes: SCOPES };
    if (isAccessToken(token) && app.config.agents === "oauth") return connectedApp(app, token);
  }
  throw new TesseraError(401, { message: t("Send an API key or access token as Authorization: Bearer.") });
}

/** Tells clients that can sign in where to do so. */
function unauthorized({ app: { config }, request }: Context, error: TesseraError): RawReply {
  const metadata = `${request.protocol}://${request.host}/.well-known/oauth-protected-resource/mcp`;
  const challenge =
    config.agents === "oauth" ? `Bearer resource_metadata="${metadata}", scope="${SCOPES.join(" ")}"` : "Bearer";
  const headers = { "content-type": "application/json; charset=utf-8", "www-authenticate": challenge };
  return new RawReply(JSON.stringify(error.body), headers, 401);
}

async function withinLimits<Result>(
  { app }: Context,
  { user }: AgentIdentity,
  work: () => Promise<Result>,
): Promise<Result> {
  const wait = await app.once(messageLimiter).attempt(`mcp ${user.id}`, app.config.limits.agentMessagesPerMinute);
  const counts = app.once(running);
  const current = counts.get(user.id) ?? 0;
  if (wait > 0 || current >= CONCURRENT)
    throw tooManyRequests(
      t("Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", { seconds: wait || 1 }),
      wait || 1,
    );
  counts.set(user.id, current + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(user.id) ?? 1) - 1;
    if (left > 0) counts.set(user.id, left);
    else counts.delete(user.id);
  }
}

async function reply(ctx: Context, identity: AgentIdentity, message: object): Promise<RawReply> {
  const { answerMessage } = await import("./server.ts");
  const { request } = ctx;
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  const agent = new Agent(ctx, identity, ctx.signal);
  const response = await answerMessage(agent, message, new Headers(passed));
  const text = await response.text();
  if (!response.ok) throw new TesseraError(response.status, { message: JSON.parse(text).error.message });
  if (text === "") return new RawReply("", {}, response.status);
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return new RawReply(text, headers, response.status);
}

export const mcpResource: Resource = {
  name: "mcp",
  routes: [
    withOptions(
      route(messages, unaudited(PUBLIC, "each use of a tool has an entry of its own"), async (ctx, { body }) => {
        if (ctx.app.config.agents === "off") throw notFound();
        assertOwnOrigin(ctx);
        let identity: AgentIdentity;
        try {
          identity = await identityOf(ctx);
        } catch (error) {
          if (error instanceof TesseraError && error.status === 401) return unauthorized(ctx, error);
          throw error;
        }
        const { user } = identity;
        return withinLimits(ctx, identity, () =>
          runAsUser(userKeyOf(user, ctx.request.ip), () => reply(ctx, identity, body)),
        );
      }),
      { ownAuthorization: true },
    ),
  ],
};
