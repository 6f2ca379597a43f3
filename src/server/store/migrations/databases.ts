import type { Migration } from "../migrate.ts";
import { identity } from "./first-schema.ts";

export const serverCertificates: Migration = {
  name: "0008-server-certificates",
  statements: () => ["alter table databases add column server_cert text"],
};

export const sshTunnels: Migration = {
  name: "0024-ssh-tunnels",
  statements: () => ["alter table databases add column ssh_tunnel text"],
};

export const databaseFailures: Migration = {
  name: "0033-database-failures",
  statements: () => [
    `create table database_failures (
      database_id integer primary key references databases(id) on delete cascade,
      failed_on text not null,
      message text not null
    )`,
  ],
};

export const allowedLocations: Migration = {
  name: "0036-allowed-locations",
  statements: (dialect) => [
    `create table allowed_locations (
      id ${identity(dialect)},
      kind text not null,
      location text not null,
      networks text not null,
      created_on text not null,
      created_by_fk integer references users(id) on delete set null,
      unique (kind, location)
    )`,
  ],
};

/**
 * The example database had the uuid of Superset's, so imported bundles for that one were attached to this one, which
 * has none of their tables.
 */
export const ownExamples: Migration = {
  name: "0030-own-examples",
  statements: () => [
    `update databases set uuid = '6f3d1c52-7a0b-4e57-9c1e-2b8f4d9a6c31'
      where uuid = 'a2dc77af-e654-49bb-b321-40f6b559a1ee' and sqlalchemy_uri = 'duckdb:///examples.duckdb'`,
  ],
};
