import type { Resource } from "../server/http/route.ts";
import { me } from "./me/routes.ts";
import { security } from "./security/routes.ts";

/** Every API resource: one import line and one entry line each. */
export const RESOURCES: readonly Resource[] = [me, security];
