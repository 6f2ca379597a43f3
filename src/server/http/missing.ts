import type { FastifyReply, FastifyRequest } from "fastify";
import { typedError } from "../../model/errors.ts";
import { pathOf } from "./failures.ts";

/** What is asked with a method: a call, or a page of the server itself. */
export interface Address {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
}

/**
 * Answers what no route takes: 405 where the address has other methods, which `Allow` names and `OPTIONS` asks for; 404
 * where there is nothing.
 */
export function missingAnswer(addresses: readonly Address[]) {
  const methodsAt = methodsByPath(addresses);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsAt(pathOf(request));
    if (methods.length > 0) reply.header("allow", methods.join(", "));
    if (methods.length > 0 && request.method === "OPTIONS") return reply.code(200).send();
    const error = methods.length > 0 ? wrongMethod() : nothingAt(pathOf(request));
    return reply.code(error.status).send(error.body);
  };
}

const wrongMethod = () =>
  typedError("GENERIC_BACKEND_ERROR", "405 Method Not Allowed: The method is not allowed for the requested URL.", {
    status: 405,
  });

const nothingAt = (path: string) =>
  typedError("GENERIC_BACKEND_ERROR", `404 Not Found: there is nothing at ${path}`, { status: 404 });

function methodsByPath(addresses: readonly Address[]): (path: string) => string[] {
  const known = [...Map.groupBy(addresses, ({ path }) => path.replace(/\/$/, ""))].map(([path, found]) => ({
    pattern: new RegExp(`^${path.replace(/[.+*()]/g, "\\$&").replace(/:\w+/g, "[^/]+")}/?$`),
    methods: found.map(({ method }) => method),
  }));
  return (path) => {
    const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods);
    if (methods.length === 0) return [];
    return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].sort();
  };
}
