import type { Migration } from "../migrate.ts";

/** Who people are at the providers that vouch for them, and by which of those a session began. */
export const identities: Migration = {
  name: "0017-identities",
  statements: () => [
    `create table identities (
      issuer text not null,
      subject text not null,
      user_id integer not null references users(id) on delete cascade,
      created_on text not null,
      primary key (issuer, subject)
    )`,
    "create index identities_by_user on identities (user_id)",
    "alter table sessions add column id_token text",
  ],
};
