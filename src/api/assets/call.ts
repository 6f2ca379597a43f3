import { forbidden } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { assertBodySizes } from "../../server/http/body.ts";
import { type Context, type Route, routeRegistry } from "../../server/http/route.ts";
import { parseBody } from "../../server/http/validation.ts";

interface Input {
  params?: Readonly<Record<string, unknown>>;
  q?: unknown;
  body?: unknown;
}

/** Another call of the API on behalf of the same user, with its policy and validation. */
export async function callOperation<Result>(ctx: Context, id: string, { params, q, body }: Input): Promise<Result> {
  const parsed = assertedBody(ctx, id, body);
  return (await routeOf(ctx, id).handler(ctx, { params, q, body: parsed, query: undefined } as never)) as Result;
}

/** The body of such a call, for saving many at once. */
export function assertedBody<Body>(ctx: Context, id: string, body: unknown): Body {
  assertAllowed(ctx, id);
  const { operation, invalidStatus } = routeOf(ctx, id);
  assertBodySizes(operation, body, Number.POSITIVE_INFINITY);
  return (operation.body && parseBody(operation.body, body, invalidStatus)) as Body;
}

export function assertAllowed(ctx: Context, id: string): void {
  const { policy } = routeOf(ctx, id);
  if (policy.kind === "permission" && !ctx.user.can(...policy.pair)) throw forbidden();
}

function routeOf({ app }: Context, id: string): Route {
  const found = app.once(operations).get(id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
}

const operations = (app: App) => new Map(app.once(routeRegistry).routes.map((each) => [each.operation.id, each]));
