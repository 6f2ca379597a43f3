export type ObjectNoun =
  | { one: "chart"; many: "charts" }
  | { one: "dashboard"; many: "dashboards" }
  | { one: "dataset"; many: "datasets" }
  | { one: "saved query"; many: "saved queries" };
