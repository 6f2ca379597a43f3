import { formatTimestamp } from "../../clock.ts";
import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

export const annotations: Migration = {
  name: "0002-annotations",
  statements: (dialect) => [
    `create table annotation_layers (id ${identity(dialect)}, name text not null unique, descr text, ${AUDIT})`,
    `create table annotations (
      id ${identity(dialect)},
      layer_id integer not null references annotation_layers(id),
      short_descr text not null,
      long_descr text,
      start_dttm text not null,
      end_dttm text not null,
      json_metadata text,
      ${AUDIT},
      unique (layer_id, short_descr)
    )`,
  ],
};

export const addCssTemplate: Migration = {
  name: "0004-css-template",
  statements: (dialect) => [
    `create table css_templates (id ${identity(dialect)}, template_name text, css text, ${AUDIT})`,
  ],
};

export const addTheme: Migration = {
  name: "0005-theme",
  statements: (dialect) => [
    `create table themes (
      id ${identity(dialect)},
      uuid text not null unique,
      theme_name text not null,
      json_data text not null,
      is_system boolean not null default false,
      is_system_default boolean not null default false,
      is_system_dark boolean not null default false,
      ${AUDIT}
    )`,
  ],
};

export const history: Migration = {
  name: "0007-history",
  statements: (dialect) => [
    `create table versions (
      id ${identity(dialect)},
      noun text not null,
      object_id integer not null,
      number integer not null,
      saved_on text not null,
      saved_by_fk integer references users(id) on delete set null,
      digest text not null,
      changed text not null,
      content text not null,
      unique (noun, object_id, number)
    )`,
    `create table trash (
      id ${identity(dialect)},
      noun text not null,
      object_id integer not null,
      uuid text not null,
      name text not null,
      content text not null,
      deleted_on text not null,
      deleted_by_fk integer references users(id) on delete set null,
      unique (noun, object_id)
    )`,
    "create index trash_by_deletion on trash (deleted_on)",
    `create table trash_owners (
      trash_id integer not null references trash(id) on delete cascade,
      user_id integer not null references users(id) on delete cascade,
      primary key (trash_id, user_id)
    )`,
  ],
};

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

export const addCacheKey: Migration = {
  name: "0012-cache-key",
  statements: () => ["alter table datasets add column invalidated_on text"],
};

const TAGGED = [
  ["chart", "charts", "select chart_id, user_id from chart_owners", "slice"],
  ["dashboard", "dashboards", "select dashboard_id, user_id from dashboard_owners", "Dashboard"],
  ["dataset", "datasets", "select dataset_id, user_id from dataset_owners", ""],
  [
    "query",
    "saved_queries",
    "select id, created_by_fk as user_id from saved_queries where created_by_fk is not null",
    "query",
  ],
] as const;

function tagsOf([type, table, owners, favorites]: (typeof TAGGED)[number]): string {
  return `select 'type:${type}' as name, 2 as type, id as object_id from ${table}
    union select 'owner:' || user_id, 3, ${type === "query" ? "id" : `${type}_id`} from (${owners}) as people
    union select 'favorited_by:' || user_id, 4, object_id from favorites join ${table} on ${table}.id = object_id
      where class_name = '${favorites}'`;
}

export const migrateTags: Migration = {
  name: "0016-kept-tags",
  statements: () => {
    const now = formatTimestamp(Date.now());
    return [
      ...["dataset", "chart", "dashboard", "report"].map(
        (noun) => `create index ${noun}_owners_by_user on ${noun}_owners (user_id)`,
      ),
      "create index trash_owners_by_user on trash_owners (user_id)",
      ...TAGGED.flatMap((kind) => [
        `insert into tags (name, type, created_on, changed_on)
          select distinct name, type, '${now}', '${now}' from (${tagsOf(kind)}) as kept where true
          on conflict (name) do nothing`,
        `insert into tagged_objects (tag_id, object_type, object_id)
          select tags.id, '${kind[0]}', kept.object_id from tags join (${tagsOf(kind)}) as kept on kept.name = tags.name
          where tags.type <> 1 on conflict do nothing`,
      ]),
    ];
  },
};

/** Charts and dashboards whose last editor's account was deleted, so that no user's permissions back them. */
export const orphanedObjects: Migration = {
  name: "0026-orphaned-objects",
  statements: () => [
    ...["charts", "dashboards"].map(
      (table) => `alter table ${table} add column is_orphaned boolean not null default false`,
    ),
    "create index datasets_by_author on datasets (created_by_fk)",
  ],
};

export const publicLinks: Migration = {
  name: "0040-public-links",
  statements: (dialect) => [
    `create table public_links (
      id ${identity(dialect)},
      token_hash text not null unique,
      dashboard_id integer not null references dashboards(id) on delete cascade,
      name text,
      created_on text not null,
      created_by_fk integer not null references users(id) on delete cascade,
      ends_on text not null,
      revoked_on text,
      last_opened_on text,
      opens integer not null default 0
    )`,
    "create index public_links_by_dashboard on public_links (dashboard_id)",
    "create index public_links_by_maker on public_links (created_by_fk)",
  ],
};
