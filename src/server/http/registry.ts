import type { App } from "../app.ts";
import type { Resource, Route } from "./route.ts";

/** The routes that this server answers, for the OpenAPI document. Use it as `app.once(routeRegistry)`. */
export function routeRegistry(_: App): { routes: readonly Route[] } {
  return { routes: [] };
}

/** All routes of the resources. Throws when one has no policy, or when two answer the same call. */
export function checkedRoutes(resources: readonly Resource[]): Route[] {
  const routes = resources.flatMap((resource) => resource.routes);
  const ids = new Set<string>();
  for (const { operation, policy } of routes) {
    if (!isPolicy(policy)) throw new Error(`the route ${operation.id} has no policy`);
    if (ids.has(operation.id)) throw new Error(`two routes have the id ${operation.id}`);
    ids.add(operation.id);
  }
  return routes;
}

function isPolicy(policy: Route["policy"] | undefined): boolean {
  switch (policy?.kind) {
    case "public":
    case "signed-in":
      return true;
    case "permission":
      return policy.pair.length === 2 && policy.pair.every((part) => part !== "");
    default:
      return false;
  }
}
