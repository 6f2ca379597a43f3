import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

export const addCssTemplate: Migration = {
  name: "0004-css-template",
  statements: (dialect) => [
    `create table css_templates (id ${identity(dialect)}, template_name text, css text, ${AUDIT})`,
  ],
};
