import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const show = operation({
  id: "availableDomains.show",
  method: "GET",
  path: "/api/v1/available_domains/",
  summary: "Domains to spread requests over; always empty, as one connection carries them all",
  response: z.object({ result: z.object({ domains: z.array(z.string()).nullable() }) }),
});
