export { presentTab, recordSavedRun as noteRun, tabStateResource } from "./routes.ts";
export { type TabRecord, tabsOf } from "./store.ts";
