import { notFound } from "../../model/errors.ts";
import type { Operation, OperationInput } from "../../model/operation.ts";
import type { ListDefinition } from "./resource-list.ts";
import {
  type Answer,
  type Context,
  type Handler,
  permission,
  type Route,
  type RouteOptions,
  route,
  withOptions,
} from "./route.ts";
import { allFound, deletedText, possibleIds, type ShowQuery, shownAnswer, withoutPeople } from "./shown.ts";
import { sayState } from "./state.ts";

/** The calls on rows of a collection. A resource that answers one of them in its own way leaves that out here. */
interface CrudOperations {
  readonly show?: Operation;
  readonly create: Operation;
  readonly update: Operation;
  readonly remove?: Operation;
  readonly removeMany?: Operation;
}

interface CrudDefinition<O extends CrudOperations, Row extends { readonly id: number }> {
  /** Those of the rows that the caller sees. `params` are of the collection's path, for rows that belong to another. */
  find(ctx: Context, ids: readonly number[], params: OperationInput<O["create"]>["params"]): Promise<readonly Row[]>;
  /** Throws unless the caller may write any row, before one is looked for. */
  assertWriter?(ctx: Context): void;
  /** The state that `ETag` names, of rows that are saved by `saveIfMatch`. */
  stateOf?(row: Row): string;
  /** Columns of the list's row that show gives; all of them unless given. */
  readonly columns?: readonly string[];
  readonly create: Handler<O["create"]>;
  update(ctx: Context, row: Row, input: OperationInput<O["update"]>): Promise<Answer<O["update"]>>;
  /** Throws, and deletes nothing, unless all of them may go. */
  remove(ctx: Context, ids: readonly number[], rows: readonly Row[]): Promise<unknown>;
  /** Of create and update. */
  readonly options?: RouteOptions;
  /** In `Deleted 2 themes`; that of the list's title unless given. */
  readonly noun?: string;
}

/**
 * The routes on rows of a plain resource: show, create, update, remove and removeMany. Reading needs `can_read` on the
 * list's view and writing `can_write`; what `find` does not give is not there (404).
 */
export function crud<const O extends CrudOperations, Row extends { readonly id: number }>(
  operations: O,
  list: ListDefinition,
  definition: CrudDefinition<O, Row>,
): Route[] {
  const { columns, stateOf, options = {} } = definition;
  const [, name = ""] = /^List (.*)/.exec(list.title) ?? [];
  const { rowOf, rowsOf } = finders<Row>(operations.update.path, definition.find);
  const show: Handler<Operation> = async (ctx, { params, q }) => {
    const row = await rowOf(ctx, params);
    const [presented] = await list.present(ctx, [row.id], list.columns);
    if (!presented) throw notFound();
    if (stateOf) sayState(ctx, stateOf(row));
    const told = ctx.user.guest ? withoutPeople(presented) : presented;
    return shownAnswer(told, `Show ${name}`, (q ?? {}) as ShowQuery, columns);
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
  const writing = (operation: Operation, handler: Handler<Operation>): Route =>
    route(operation, permission("can_write", list.view), (ctx, input) => {
      definition.assertWriter?.(ctx);
      return handler(ctx, input);
    });
  return [
    ...(operations.show ? [route(operations.show, permission("can_read", list.view), show)] : []),
    withOptions(writing(operations.create, definition.create as Handler<Operation>), options),
    withOptions(writing(operations.update, update), options),
    ...(operations.remove ? [writing(operations.remove, remove)] : []),
    ...(operations.removeMany ? [writing(operations.removeMany, removeMany)] : []),
  ];
}

type Find<Row> = (ctx: Context, ids: readonly number[], params: never) => Promise<readonly Row[]>;

/** Rows by the ids of a call, all of them or a 404. The last parameter of the path is the row's own. */
function finders<Row>(path: string, find: Find<Row>) {
  const [, ownParam = "id"] = /:(\w+)$/.exec(path) ?? [];
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
