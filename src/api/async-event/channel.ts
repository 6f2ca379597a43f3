import { createHmac, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { App } from "../../server/app.ts";
import type { Context } from "../../server/http/route.ts";
import type { User } from "../../server/user.ts";

export const ASYNC_COOKIE = "async-token";
/** Tells the web app how to receive events, so scripts can read it. */
export const TRANSPORT_COOKIE = "async-transport";

const KIND = "async";
const CHANNEL_LENGTH = 32;

export async function channelOf(app: App, request: FastifyRequest, user: User): Promise<string | undefined> {
  const token = request.cookies[ASYNC_COOKIE];
  if (!token) return undefined;
  const { jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, app.secrets.jwtKey, { algorithms: ["HS256"] });
    const isOwn = payload.type === KIND && payload.sub === String(user.id);
    return isOwn && typeof payload.channel === "string" ? payload.channel : undefined;
  } catch {
    return undefined;
  }
}

const issuedChannels = new WeakMap<FastifyRequest, Promise<string>>();

/** Sets the channel cookie on the response. Concurrent requests without one get the same channel. */
export function ensureChannel(ctx: Context): Promise<string> {
  const known = issuedChannels.get(ctx.request);
  if (known) return known;
  const channel = ownOrNewChannel(ctx);
  issuedChannels.set(ctx.request, channel);
  return channel;
}

async function ownOrNewChannel({ app, request, reply, user, session }: Context): Promise<string> {
  const known = await channelOf(app, request, user);
  if (known) return known;
  const { SignJWT } = await import("jose");
  const owner = `channel of ${session?.tokenHash ?? (user.isAnonymous ? randomUUID() : `user ${user.id}`)}`;
  const channel = createHmac("sha256", app.secrets.jwtKey).update(owner).digest("hex").slice(0, CHANNEL_LENGTH);
  const token = await new SignJWT({ type: KIND, channel })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(String(user.id))
    .sign(app.secrets.jwtKey);
  const options = { path: "/", sameSite: "lax", secure: request.protocol === "https" } as const;
  reply.setCookie(ASYNC_COOKIE, token, { ...options, httpOnly: true });
  reply.setCookie(TRANSPORT_COOKIE, app.config.features.asyncTransport, options);
  return channel;
}
