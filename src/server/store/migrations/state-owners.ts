import type { Migration } from "../migrate.ts";

/** Whose values under keys are that no account owns, so that a flood of one visitor evicts their own. */
export const stateOwners: Migration = {
  name: "0027-state-owners",
  statements: () => [
    "alter table key_values add column guest text",
    "alter table key_values add column network text",
    "alter table key_values add column place text",
    "create index key_values_by_owner on key_values (resource, owner_id, changed_on)",
    "create index key_values_by_guest on key_values (resource, guest, changed_on)",
    "create index key_values_by_network on key_values (resource, network, changed_on)",
    "create index key_values_by_place on key_values (resource, place, changed_on)",
  ],
};
