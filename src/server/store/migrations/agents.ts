import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

export const agents: Migration = {
  name: "0049-agents",
  statements: (dialect) => [
    `create table oauth_clients (
      id ${identity(dialect)},
      client_id text not null unique,
      name text not null,
      redirect_uris text not null,
      created_on text not null
    )`,
    `create table oauth_codes (
      code_hash text primary key,
      client_id integer not null references oauth_clients(id) on delete cascade,
      user_id integer not null references users(id) on delete cascade,
      redirect_uri text not null,
      scope text not null,
      challenge text not null,
      expires_on text not null
    )`,
    `create table oauth_grants (
      id ${identity(dialect)},
      uuid text not null unique,
      client_id integer not null references oauth_clients(id) on delete cascade,
      user_id integer not null references users(id) on delete cascade,
      scope text not null,
      code_hash text not null unique,
      access_hash text not null unique,
      access_expires_on text not null,
      refresh_hash text not null unique,
      refresh_expires_on text not null,
      previous_refresh_hash text unique,
      created_on text not null,
      last_used_on text
    )`,
    "create index oauth_grants_by_user on oauth_grants (user_id)",
    "create index oauth_grants_by_client on oauth_grants (client_id)",
    `create table agent_previews (
      id ${identity(dialect)},
      token_hash text not null unique,
      user_id integer not null references users(id) on delete cascade,
      content text not null,
      expires_on text not null
    )`,
    "create index agent_previews_by_user on agent_previews (user_id)",
  ],
};
