import { t } from "../../i18n/translate.ts";

/** Sentences about the items of a list, by `noun.one`. */
export const LIST_TEXTS = {
  chart: {
    noAccess: t("You don't have access to charts"),
    failed: (message: string) => t("An error occurred while fetching charts: {message}", { message }),
  },
  dashboard: {
    noAccess: t("You don't have access to dashboards"),
    failed: (message: string) => t("An error occurred while fetching dashboards: {message}", { message }),
  },
  dataset: {
    noAccess: t("You don't have access to datasets"),
    failed: (message: string) => t("An error occurred while fetching datasets: {message}", { message }),
  },
  database: {
    noAccess: t("You don't have access to databases"),
    failed: (message: string) => t("An error occurred while fetching databases: {message}", { message }),
  },
  query: {
    noAccess: t("You don't have access to queries"),
    failed: (message: string) => t("An error occurred while fetching queries: {message}", { message }),
  },
  "saved query": {
    noAccess: t("You don't have access to saved queries"),
    failed: (message: string) => t("An error occurred while fetching saved queries: {message}", { message }),
  },
  alert: {
    noAccess: t("You don't have access to alerts"),
    failed: (message: string) => t("An error occurred while fetching alerts: {message}", { message }),
  },
  report: {
    noAccess: t("You don't have access to reports"),
    failed: (message: string) => t("An error occurred while fetching reports: {message}", { message }),
  },
  run: {
    noAccess: t("You don't have access to the execution log"),
    failed: (message: string) => t("An error occurred while fetching the execution log: {message}", { message }),
  },
  theme: {
    noAccess: t("You don't have access to themes"),
    failed: (message: string) => t("An error occurred while fetching themes: {message}", { message }),
  },
  "CSS template": {
    noAccess: t("You don't have access to CSS templates"),
    failed: (message: string) => t("An error occurred while fetching CSS templates: {message}", { message }),
  },
  "annotation layer": {
    noAccess: t("You don't have access to annotation layers"),
    failed: (message: string) => t("An error occurred while fetching annotation layers: {message}", { message }),
  },
  annotation: {
    noAccess: t("You don't have access to annotations"),
    failed: (message: string) => t("An error occurred while fetching annotations: {message}", { message }),
  },
  tag: {
    noAccess: t("You don't have access to tags"),
    failed: (message: string) => t("An error occurred while fetching tags: {message}", { message }),
  },
  user: {
    noAccess: t("You don't have access to users"),
    failed: (message: string) => t("An error occurred while fetching users: {message}", { message }),
  },
  role: {
    noAccess: t("You don't have access to roles"),
    failed: (message: string) => t("An error occurred while fetching roles: {message}", { message }),
  },
  group: {
    noAccess: t("You don't have access to groups"),
    failed: (message: string) => t("An error occurred while fetching groups: {message}", { message }),
  },
  rule: {
    noAccess: t("You don't have access to rules"),
    failed: (message: string) => t("An error occurred while fetching rules: {message}", { message }),
  },
  "deleted item": {
    noAccess: t("You don't have access to deleted items"),
    failed: (message: string) => t("An error occurred while fetching deleted items: {message}", { message }),
  },
  "action log entry": {
    noAccess: t("You don't have access to the action log"),
    failed: (message: string) => t("An error occurred while fetching the action log: {message}", { message }),
  },
};

export interface ListNoun {
  one: keyof typeof LIST_TEXTS;
  many: string;
}
