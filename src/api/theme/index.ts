export { canChange as canChangeTheme } from "./policy.ts";
export { themeResource } from "./routes.ts";
export { insertTheme, type ThemeRecord, themesByIds, updateTheme } from "./store.ts";
