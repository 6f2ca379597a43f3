import type { z } from "zod";

/** An HTTP call as data, from which server validation, the typed client and the OpenAPI document are derived. */
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
  params?: P;
  query?: Q;
  q?: R;
  /** JSON, or a multipart request's text fields. */
  body?: B;
  /** Size limits in bytes that differ from `size-limits.ts`; `*` for the whole body. */
  sizes?: Readonly<Record<string, number>>;
  response: O;
  /** Other successful responses by status; that of `status` is an alternative to `response`. */
  also?: Readonly<Record<number, z.ZodType>>;
  status?: 200 | 201 | 202;
  produces?: string;
  multipart?: boolean;
  /** Always fails: it checks its caller and returns the reason. */
  refuses?: true;
  /** A GET that the action log records. */
  audited?: true;
  /** For chart data, JWT sign-in and the event log. */
  csrfExempt?: boolean;
}

export type GetOperation = Operation & { method: "GET" };

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

export type OperationInput<O extends Operation> = {
  params: Out<O["params"]>;
  query: Out<O["query"]>;
  q: Out<O["q"]>;
  body: Out<O["body"]>;
};

type Field<K extends string, T> = T extends z.ZodType ? { [P in K]: z.input<T> } : { [P in K]?: undefined };

export type OperationArguments<O extends Operation> = Field<"params", O["params"]> & {
  query?: In<O["query"]>;
  q?: In<O["q"]>;
} & Field<"body", O["body"]>;

export type OperationResult<O extends Operation> = z.output<O["response"]>;

export function operation<const O extends Operation>(o: O): O {
  return o;
}
