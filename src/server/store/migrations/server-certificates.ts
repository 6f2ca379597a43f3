import type { Migration } from "../migrate.ts";

/** The certificate by which a database's server is verified; stored encrypted. */
export const serverCertificates: Migration = {
  name: "0008-server-certificates",
  statements: () => ["alter table databases add column server_cert text"],
};
