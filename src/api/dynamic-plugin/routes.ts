import { permission, type Resource, route } from "../../server/http/route.ts";
import { read } from "./contract.ts";

export const dynamicPlugins: Resource = {
  name: "dynamic-plugin",
  routes: [route(read, permission("can_read", "DynamicPlugin"), () => ({ count: 0, ids: [], result: [] }))],
};
