import { forbidden } from "../../model/errors.ts";
import { assertBodySizes } from "../../server/http/body.ts";
import { type Context, routeRegistry } from "../../server/http/route.ts";
import { parseBody } from "../../server/http/validation.ts";

interface Input {
  params?: Readonly<Record<string, unknown>>;
  q?: unknown;
  body?: unknown;
}

/** Another call of the API on behalf of the same user, with its policy and validation. */
export async function callOperation<Result>(ctx: Context, id: string, { params, q, body }: Input): Promise<Result> {
  const found = ctx.app.once(routeRegistry).routes.find((route) => route.operation.id === id);
  if (!found) throw new Error(`there is no operation ${id}`);
  const { policy, operation, invalidStatus, handler } = found;
  if (policy.kind === "permission" && !ctx.user.can(...policy.pair)) throw forbidden();
  assertBodySizes(operation, body, Number.POSITIVE_INFINITY);
  const parsed = operation.body && parseBody(operation.body, body, invalidStatus);
  return (await handler(ctx, { params, q, body: parsed, query: undefined } as never)) as Result;
}
