import { t } from "../../i18n/translate.ts";
export const counted = (count: number, noun: "row" | "column") =>
  noun === "row"
    ? t("{count, plural, one {# row} other {# rows}}", { count })
    : t("{count, plural, one {# column} other {# columns}}", { count });
