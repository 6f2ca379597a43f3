import { t } from "../../i18n/translate.ts";

/** Texts of deleting items, by `noun.one`. */
export const DELETE_TEXTS = {
  chart: {
    title: (count: number) => t("{count, plural, one {Delete chart?} other {Delete # charts?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete chart} other {Delete # charts}}", { count }),
    items: (count: number) => t("{count, plural, one {# chart} other {# charts}}", { count }),
  },
  dashboard: {
    title: (count: number) => t("{count, plural, one {Delete dashboard?} other {Delete # dashboards?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete dashboard} other {Delete # dashboards}}", { count }),
    items: (count: number) => t("{count, plural, one {# dashboard} other {# dashboards}}", { count }),
  },
  dataset: {
    title: (count: number) => t("{count, plural, one {Delete dataset?} other {Delete # datasets?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete dataset} other {Delete # datasets}}", { count }),
    items: (count: number) => t("{count, plural, one {# dataset} other {# datasets}}", { count }),
  },
  database: {
    title: (count: number) => t("{count, plural, one {Delete database?} other {Delete # databases?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete database} other {Delete # databases}}", { count }),
    items: (count: number) => t("{count, plural, one {# database} other {# databases}}", { count }),
  },
  "saved query": {
    title: (count: number) =>
      t("{count, plural, one {Delete saved query?} other {Delete # saved queries?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete saved query} other {Delete # saved queries}}", { count }),
    items: (count: number) => t("{count, plural, one {# saved query} other {# saved queries}}", { count }),
  },
  alert: {
    title: (count: number) => t("{count, plural, one {Delete alert?} other {Delete # alerts?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete alert} other {Delete # alerts}}", { count }),
    items: (count: number) => t("{count, plural, one {# alert} other {# alerts}}", { count }),
  },
  report: {
    title: (count: number) => t("{count, plural, one {Delete report?} other {Delete # reports?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete report} other {Delete # reports}}", { count }),
    items: (count: number) => t("{count, plural, one {# report} other {# reports}}", { count }),
  },
  theme: {
    title: (count: number) => t("{count, plural, one {Delete theme?} other {Delete # themes?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete theme} other {Delete # themes}}", { count }),
    items: (count: number) => t("{count, plural, one {# theme} other {# themes}}", { count }),
  },
  "CSS template": {
    title: (count: number) =>
      t("{count, plural, one {Delete CSS template?} other {Delete # CSS templates?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete CSS template} other {Delete # CSS templates}}", { count }),
    items: (count: number) => t("{count, plural, one {# CSS template} other {# CSS templates}}", { count }),
  },
  "annotation layer": {
    title: (count: number) =>
      t("{count, plural, one {Delete annotation layer?} other {Delete # annotation layers?}}", { count }),
    verb: (count: number) =>
      t("{count, plural, one {Delete annotation layer} other {Delete # annotation layers}}", { count }),
    items: (count: number) => t("{count, plural, one {# annotation layer} other {# annotation layers}}", { count }),
  },
  annotation: {
    title: (count: number) => t("{count, plural, one {Delete annotation?} other {Delete # annotations?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete annotation} other {Delete # annotations}}", { count }),
    items: (count: number) => t("{count, plural, one {# annotation} other {# annotations}}", { count }),
  },
  tag: {
    title: (count: number) => t("{count, plural, one {Delete tag?} other {Delete # tags?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete tag} other {Delete # tags}}", { count }),
    items: (count: number) => t("{count, plural, one {# tag} other {# tags}}", { count }),
  },
  user: {
    title: (count: number) => t("{count, plural, one {Delete user?} other {Delete # users?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete user} other {Delete # users}}", { count }),
    items: (count: number) => t("{count, plural, one {# user} other {# users}}", { count }),
  },
  role: {
    title: (count: number) => t("{count, plural, one {Delete role?} other {Delete # roles?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete role} other {Delete # roles}}", { count }),
    items: (count: number) => t("{count, plural, one {# role} other {# roles}}", { count }),
  },
  group: {
    title: (count: number) => t("{count, plural, one {Delete group?} other {Delete # groups?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete group} other {Delete # groups}}", { count }),
    items: (count: number) => t("{count, plural, one {# group} other {# groups}}", { count }),
  },
  rule: {
    title: (count: number) => t("{count, plural, one {Delete rule?} other {Delete # rules?}}", { count }),
    verb: (count: number) => t("{count, plural, one {Delete rule} other {Delete # rules}}", { count }),
    items: (count: number) => t("{count, plural, one {# rule} other {# rules}}", { count }),
  },
};

export interface DeletableNoun {
  one: keyof typeof DELETE_TEXTS;
  many: string;
}
