import { openApiDocument } from "../../server/http/openapi.ts";
import { type Resource, route, routeRegistry, SIGNED_IN } from "../../server/http/route.ts";
import { show } from "./contract.ts";

export const openapi: Resource = {
  name: "openapi",
  routes: [route(show, SIGNED_IN, ({ app }) => ({ ...openApiDocument(app.once(routeRegistry).routes) }))],
};
