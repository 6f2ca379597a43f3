import { permission, type Resource, route } from "../../server/http/route.ts";
import { show } from "./contract.ts";

export const availableDomains: Resource = {
  name: "available-domains",
  routes: [route(show, permission("can_read", "AvailableDomains"), () => ({ result: { domains: null } }))],
};
