import { z } from "zod";
import type { ApiError } from "../client/errors.ts";

const Owner = z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), email: z.string() });
export type Owner = z.infer<typeof Owner>;

export function ownersOfError(error: ApiError): Owner[] {
  const named = error.errors.map(({ extra }) => extra?.owners).find(Array.isArray);
  return (named ?? []).flatMap((one) => Owner.safeParse(one).data ?? []);
}
