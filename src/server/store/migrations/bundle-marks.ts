import type { Migration } from "../migrate.ts";

/** What is kept of the bundles that objects came in, by the objects' uuids. */
export const bundleMarks: Migration = {
  name: "0011-bundle-marks",
  statements: () => [
    `create table bundle_marks (
      uuid text primary key,
      extra text not null,
      bundled_on text not null,
      saved_on text not null
    )`,
  ],
};
