import type { ObjectKind, Verb } from "../../model/audit.ts";
import { notFound } from "../../model/errors.ts";
import type { GetOperation, Operation, OperationInput } from "../../model/operation.ts";
import type { Audit } from "../audit/declaration.ts";
import { setETag } from "./etag.ts";
import type { ListDefinition } from "./resource-list.ts";
import {
  audited,
  type Context,
  type Handler,
  type HandlerResult,
  permission,
  type Route,
  type RouteOptions,
  route,
  withOptions,
} from "./route.ts";
import { allFound, deletedText, possibleIds, type ShowQuery, showResponse, withoutUsers } from "./show-response.ts";

interface CrudOperations {
  readonly show?: GetOperation;
  readonly create: Operation;
  readonly update: Operation;
  readonly remove?: Operation;
  readonly removeMany?: Operation;
}

interface CrudAudit {
  /** Without it, entries don't name what was changed. */
  readonly kind?: ObjectKind;
  /** The name that Superset's log has for the API, before `.post` and so on. */
  readonly api: string;
  /** Other names than these. */
  readonly names?: Readonly<Record<Method, string>>;
  readonly recorded?: Audit["recorded"];
}

type Method = "post" | "put" | "delete" | "bulk_delete";

const VERB_OF: Readonly<Record<Method, Verb>> = {
  post: "create",
  put: "change",
  delete: "delete",
  bulk_delete: "delete",
};

interface CrudDefinition<O extends CrudOperations, Row extends { readonly id: number }> {
  /** Rows that the caller can see. `params` come from the path, for nested collections. */
  find(ctx: Context, ids: readonly number[], params: OperationInput<O["create"]>["params"]): Promise<readonly Row[]>;
  assertWriter?(ctx: Context): void;
  stateOf?(row: Row): string;
  /** Columns returned by show; by default all of the list's. */
  readonly columns?: readonly string[];
  readonly create: Handler<O["create"]>;
  update(ctx: Context, row: Row, input: OperationInput<O["update"]>): Promise<HandlerResult<O["update"]>>;
  /** Throws without deleting anything unless all rows can be deleted. */
  remove(ctx: Context, ids: readonly number[], rows: readonly Row[]): Promise<unknown>;
  readonly options?: RouteOptions;
  readonly audit: CrudAudit;
  /** As `deletedText` knows it; derived from the list's title by default. */
  readonly noun?: string;
}

/**
 * Routes for a plain resource. Reading needs `can_read` on the list's view, writing `can_write`. Rows that `find`
 * doesn't return give a 404.
 */
export function crud<const O extends CrudOperations, Row extends { readonly id: number }>(
  operations: O,
  list: ListDefinition,
  definition: CrudDefinition<O, Row>,
): Route[] {
  const { columns, stateOf, options = {} } = definition;
  const { show: showing }: CrudOperations = operations;
  const [, name = ""] = /^List (.*)/.exec(list.title) ?? [];
  const { rowOf, rowsOf } = finders<Row>(operations.update.path, definition.find);
  const show: Handler<GetOperation> = async (ctx, { params, q }) => {
    const row = await rowOf(ctx, params);
    const [presented] = await list.present(ctx, [row.id], list.columns);
    if (!presented) throw notFound();
    if (stateOf) setETag(ctx, stateOf(row));
    const visible = ctx.user.guest ? withoutUsers(presented) : presented;
    return showResponse(visible, `Show ${name}`, (q ?? {}) as ShowQuery, columns);
  };
  const update: Handler<Operation> = async (ctx, input) =>
    definition.update(ctx, await rowOf(ctx, input.params), input as never) as Promise<object>;
  const removeRows = async (ctx: Context, rows: readonly Row[]) => {
    const ids = rows.map((row) => row.id);
    await definition.remove(ctx, ids, rows);
  };
  const remove: Handler<Operation> = async (ctx, { params }) => {
    await removeRows(ctx, [await rowOf(ctx, params)]);
    return { message: "OK" };
  };
  const removeMany: Handler<Operation> = async (ctx, { params, q }) => {
    const rows = await rowsOf(ctx, q as number[], params);
    await removeRows(ctx, rows);
    return { message: deletedText(rows.length, definition.noun ?? name.toLowerCase()) };
  };
  const auditOf = (method: Method): Audit => ({
    action: definition.audit.names?.[method] ?? `${definition.audit.api}.${method}`,
    verb: VERB_OF[method],
    ...(definition.audit.kind && { kind: definition.audit.kind }),
    param: ownParamOf(operations.update.path),
    ...(definition.audit.recorded && { recorded: definition.audit.recorded }),
  });
  const writeRoute = (method: Method, operation: Operation, handler: Handler<Operation>): Route =>
    route(operation, audited(permission("can_write", list.view), auditOf(method)), (ctx, input) => {
      definition.assertWriter?.(ctx);
      return handler(ctx, input);
    });
  return [
    ...(showing ? [route(showing, permission("can_read", list.view), show)] : []),
    withOptions(writeRoute("post", operations.create, definition.create as Handler<Operation>), options),
    withOptions(writeRoute("put", operations.update, update), options),
    ...(operations.remove ? [writeRoute("delete", operations.remove, remove)] : []),
    ...(operations.removeMany ? [writeRoute("bulk_delete", operations.removeMany, removeMany)] : []),
  ];
}

type Find<Row> = (ctx: Context, ids: readonly number[], params: never) => Promise<readonly Row[]>;

const ownParamOf = (path: string) => /:(\w+)$/.exec(path)?.[1] ?? "id";

function finders<Row>(path: string, find: Find<Row>) {
  const ownParam = ownParamOf(path);
  const rowsOf = async (ctx: Context, ids: readonly number[], params: unknown): Promise<readonly Row[]> => {
    const possible = possibleIds(ids);
    return allFound(possible.length > 0 ? await find(ctx, possible, params as never) : [], ids);
  };
  const rowOf = async (ctx: Context, params: unknown): Promise<Row> => {
    const id = (params as Readonly<Record<string, number>>)[ownParam] ?? 0;
    const [row] = await rowsOf(ctx, [id], params);
    if (!row) throw notFound();
    return row;
  };
  return { rowOf, rowsOf };
}
