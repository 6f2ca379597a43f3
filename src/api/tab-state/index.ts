export { presentTab } from "./present.ts";
export { tabStateResource } from "./routes.ts";
export { noteRun } from "./save-run.ts";
export { type TabRecord, tabsOf } from "./store.ts";
