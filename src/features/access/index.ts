export { checkAccess } from "./access.ts";
export { accessAction } from "./access-action.ts";
