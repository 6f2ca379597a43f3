import type { z } from "zod";

/**
 * One HTTP call as data: the server validates by it, the browser's typed client is derived from it,
 * and the OpenAPI document is generated from it. Contracts are lists of these and nothing else.
 */
export interface Operation<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:name` for path parameters, e.g. `/api/v1/chart/:id`. */
  path: string;
  summary: string;
  /** Path parameters. */
  params?: P;
  /** Plain query-string parameters (strings; coerce in the schema). */
  query?: Q;
  /** Shape of the `q` query parameter, sent as rison; JSON is accepted too. */
  q?: R;
  /** JSON body, or for `multipart` the text fields. */
  body?: B;
  /** Bytes that fields of the body may have, where they differ from `size-limits.ts`; `*` for the whole body. */
  sizes?: Readonly<Record<string, number>>;
  /** Body of the success response. `z.unknown()` only for binary and text answers. */
  response: O;
  /** Other answers that are no errors, by status; that of `status` is an alternative to `response`. */
  also?: Readonly<Record<number, z.ZodType>>;
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202;
  /** Content type of the answer when it is not JSON. */
  produces?: string;
  /** The request body is multipart/form-data. */
  multipart?: boolean;
  /** Nothing here does what it is for: it checks its caller and answers why not. */
  refuses?: true;
  /** Not checked for a CSRF token (chart data, sign-in by JWT, event log). */
  csrfExempt?: boolean;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives: everything parsed. */
export type OperationInput<O extends Operation> = {
  params: Out<O["params"]>;
  query: Out<O["query"]>;
  q: Out<O["q"]>;
  body: Out<O["body"]>;
};

type Field<K extends string, T> = T extends z.ZodType ? { [P in K]: z.input<T> } : { [P in K]?: undefined };

/** What a caller of the typed client passes. */
export type OperationArguments<O extends Operation> = Field<"params", O["params"]> & {
  query?: In<O["query"]>;
  q?: In<O["q"]>;
} & Field<"body", O["body"]>;

export type OperationResult<O extends Operation> = z.output<O["response"]>;

/** Keeps the exact schema types of an operation. */
export function operation<const O extends Operation>(o: O): O {
  return o;
}
