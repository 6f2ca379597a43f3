import { z } from "zod";
import { operation } from "../../model/operation.ts";

/** JSON-RPC, as the Model Context Protocol defines it for streamable HTTP. Each request is complete in itself. */
export const messages = operation({
  id: "mcp.messages",
  method: "POST",
  path: "/mcp",
  summary: "A message of an agent (Model Context Protocol)",
  body: z.looseObject({ jsonrpc: z.literal("2.0") }),
  response: z.looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
  }),
  /** For notifications: no content. */
  also: { 202: z.null() },
  csrfExempt: true,
});
