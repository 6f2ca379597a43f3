import { t } from "../../i18n/translate.ts";

/** Sentences about the items of lists and about deleting them, by `noun.one`. */
export const NOUN_TEXTS = {
  chart: {
    noAccess: t("You don't have access to charts"),
    failed: (message: string) => t("An error occurred while fetching charts: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete chart?} other {Delete # charts?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete chart} other {Delete # charts}}", { count }),
    items: (count: number) => t("{count, plural, one {# chart} other {# charts}}", { count }),
  },
  dashboard: {
    noAccess: t("You don't have access to dashboards"),
    failed: (message: string) => t("An error occurred while fetching dashboards: {message}", { message }),
    deleteTitle: (count: number) =>
      t("{count, plural, one {Delete dashboard?} other {Delete # dashboards?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete dashboard} other {Delete # dashboards}}", { count }),
    items: (count: number) => t("{count, plural, one {# dashboard} other {# dashboards}}", { count }),
  },
  dataset: {
    noAccess: t("You don't have access to datasets"),
    failed: (message: string) => t("An error occurred while fetching datasets: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete dataset?} other {Delete # datasets?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete dataset} other {Delete # datasets}}", { count }),
    items: (count: number) => t("{count, plural, one {# dataset} other {# datasets}}", { count }),
  },
  database: {
    noAccess: t("You don't have access to databases"),
    failed: (message: string) => t("An error occurred while fetching databases: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete database?} other {Delete # databases?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete database} other {Delete # databases}}", { count }),
    items: (count: number) => t("{count, plural, one {# database} other {# databases}}", { count }),
  },
  query: {
    noAccess: t("You don't have access to queries"),
    failed: (message: string) => t("An error occurred while fetching queries: {message}", { message }),
  },
  "saved query": {
    noAccess: t("You don't have access to saved queries"),
    failed: (message: string) => t("An error occurred while fetching saved queries: {message}", { message }),
    deleteTitle: (count: number) =>
      t("{count, plural, one {Delete saved query?} other {Delete # saved queries?}}", { count }),
    deleteVerb: (count: number) =>
      t("{count, plural, one {Delete saved query} other {Delete # saved queries}}", { count }),
    items: (count: number) => t("{count, plural, one {# saved query} other {# saved queries}}", { count }),
  },
  alert: {
    noAccess: t("You don't have access to alerts"),
    failed: (message: string) => t("An error occurred while fetching alerts: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete alert?} other {Delete # alerts?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete alert} other {Delete # alerts}}", { count }),
    items: (count: number) => t("{count, plural, one {# alert} other {# alerts}}", { count }),
  },
  report: {
    noAccess: t("You don't have access to reports"),
    failed: (message: string) => t("An error occurred while fetching reports: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete report?} other {Delete # reports?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete report} other {Delete # reports}}", { count }),
    items: (count: number) => t("{count, plural, one {# report} other {# reports}}", { count }),
  },
  run: {
    noAccess: t("You don't have access to the execution log"),
    failed: (message: string) => t("An error occurred while fetching the execution log: {message}", { message }),
  },
  theme: {
    noAccess: t("You don't have access to themes"),
    failed: (message: string) => t("An error occurred while fetching themes: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete theme?} other {Delete # themes?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete theme} other {Delete # themes}}", { count }),
    items: (count: number) => t("{count, plural, one {# theme} other {# themes}}", { count }),
  },
  "CSS template": {
    noAccess: t("You don't have access to CSS templates"),
    failed: (message: string) => t("An error occurred while fetching CSS templates: {message}", { message }),
    deleteTitle: (count: number) =>
      t("{count, plural, one {Delete CSS template?} other {Delete # CSS templates?}}", { count }),
    deleteVerb: (count: number) =>
      t("{count, plural, one {Delete CSS template} other {Delete # CSS templates}}", { count }),
    items: (count: number) => t("{count, plural, one {# CSS template} other {# CSS templates}}", { count }),
  },
  "annotation layer": {
    noAccess: t("You don't have access to annotation layers"),
    failed: (message: string) => t("An error occurred while fetching annotation layers: {message}", { message }),
    deleteTitle: (count: number) =>
      t("{count, plural, one {Delete annotation layer?} other {Delete # annotation layers?}}", { count }),
    deleteVerb: (count: number) =>
      t("{count, plural, one {Delete annotation layer} other {Delete # annotation layers}}", { count }),
    items: (count: number) => t("{count, plural, one {# annotation layer} other {# annotation layers}}", { count }),
  },
  annotation: {
    noAccess: t("You don't have access to annotations"),
    failed: (message: string) => t("An error occurred while fetching annotations: {message}", { message }),
    deleteTitle: (count: number) =>
      t("{count, plural, one {Delete annotation?} other {Delete # annotations?}}", { count }),
    deleteVerb: (count: number) =>
      t("{count, plural, one {Delete annotation} other {Delete # annotations}}", { count }),
    items: (count: number) => t("{count, plural, one {# annotation} other {# annotations}}", { count }),
  },
  tag: {
    noAccess: t("You don't have access to tags"),
    failed: (message: string) => t("An error occurred while fetching tags: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete tag?} other {Delete # tags?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete tag} other {Delete # tags}}", { count }),
    items: (count: number) => t("{count, plural, one {# tag} other {# tags}}", { count }),
  },
  user: {
    noAccess: t("You don't have access to users"),
    failed: (message: string) => t("An error occurred while fetching users: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete user?} other {Delete # users?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete user} other {Delete # users}}", { count }),
    items: (count: number) => t("{count, plural, one {# user} other {# users}}", { count }),
  },
  role: {
    noAccess: t("You don't have access to roles"),
    failed: (message: string) => t("An error occurred while fetching roles: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete role?} other {Delete # roles?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete role} other {Delete # roles}}", { count }),
    items: (count: number) => t("{count, plural, one {# role} other {# roles}}", { count }),
  },
  group: {
    noAccess: t("You don't have access to groups"),
    failed: (message: string) => t("An error occurred while fetching groups: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete group?} other {Delete # groups?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete group} other {Delete # groups}}", { count }),
    items: (count: number) => t("{count, plural, one {# group} other {# groups}}", { count }),
  },
  rule: {
    noAccess: t("You don't have access to rules"),
    failed: (message: string) => t("An error occurred while fetching rules: {message}", { message }),
    deleteTitle: (count: number) => t("{count, plural, one {Delete rule?} other {Delete # rules?}}", { count }),
    deleteVerb: (count: number) => t("{count, plural, one {Delete rule} other {Delete # rules}}", { count }),
    items: (count: number) => t("{count, plural, one {# rule} other {# rules}}", { count }),
  },
  "deleted item": {
    noAccess: t("You don't have access to deleted items"),
    failed: (message: string) => t("An error occurred while fetching deleted items: {message}", { message }),
  },
  "public link": {
    noAccess: t("You don't have access to public links"),
    failed: (message: string) => t("Failed to load public links: {message}", { message }),
  },
  "allowed location": {
    noAccess: t("You don't have access to connection rules"),
    failed: (message: string) => t("Failed to load allowed hosts and folders: {message}", { message }),
  },
  "action log entry": {
    noAccess: t("You don't have access to the action log"),
    failed: (message: string) => t("An error occurred while fetching the action log: {message}", { message }),
  },
};

type Texts = typeof NOUN_TEXTS;

export interface ListNoun {
  one: keyof Texts;
  many: string;
}

export interface DeletableNoun {
  one: { [One in keyof Texts]: Texts[One] extends { deleteTitle: unknown } ? One : never }[keyof Texts];
  many: string;
}
