import type { FastifyRequest } from "fastify";

/** Requests that Fastify rejects itself, such as malformed addresses, have no cookies. */
export const cookieOf = ({ cookies }: { cookies?: FastifyRequest["cookies"] }, name: string): string | undefined =>
  cookies?.[name];
