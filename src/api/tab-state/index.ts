export { noteRun, presentTab, tabStateResource } from "./routes.ts";
export { type TabRecord, tabsOf } from "./store.ts";
