export { canChange as mayChangeTheme } from "./policy.ts";
export { themeResource } from "./routes.ts";
export { insertTheme, type ThemeRecord, themesByIds, updateTheme } from "./store.ts";
