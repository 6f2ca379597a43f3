import type { Migration } from "../migrate.ts";

/** The SSH server that a database is reached through: JSON text, stored encrypted. */
export const sshTunnels: Migration = {
  name: "0024-ssh-tunnels",
  statements: () => ["alter table databases add column ssh_tunnel text"],
};
