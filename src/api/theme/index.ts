export { themeResource } from "./routes.ts";
export { themesByIds } from "./store.ts";
