import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

export const addComments: Migration = {
  name: "0039-comments",
  statements: (dialect) => [
    `create table comments (
      id ${identity(dialect)},
      noun text not null,
      object_id integer not null,
      thread_id integer references comments(id) on delete cascade,
      chart_id integer,
      text text not null,
      mentions text not null,
      author_name text not null,
      edited_on text,
      deleted_on text,
      resolved_on text,
      resolved_by_fk integer references users(id) on delete set null,
      ${AUDIT}
    )`,
    "create index comments_of_object on comments (noun, object_id, thread_id, resolved_on)",
    "create index comments_of_thread on comments (thread_id, id)",
    dialect === "postgres"
      ? "create index comments_stored on comments (created_by_fk)"
      : `create index comments_stored on comments
          (created_by_fk, (coalesce(octet_length("text"), 0) + coalesce(octet_length("mentions"), 0)))`,
    `create table comment_mails (
      id ${identity(dialect)},
      comment_id integer not null references comments(id) on delete cascade,
      user_id integer not null references users(id) on delete cascade,
      reason text not null,
      state text not null,
      changed_on text not null,
      unique (comment_id, user_id)
    )`,
    "create index comment_mails_by_state on comment_mails (state, changed_on)",
    "alter table users add column comment_mail boolean not null default true",
  ],
};
