import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type CreateUser, users } from "../../api/security/accounts-contract.ts";
import { call } from "../../web/client.ts";
import { toApiError } from "../../web/errors.ts";
import type { PersonChoice } from "../../web/PeopleSelect.tsx";
import { loadSession, useUser } from "../../web/session.ts";
import { toast } from "../../web/toasts.ts";

const TEXTS = ["first_name", "last_name", "username", "email", "password"] as const;
const KEYS = [...TEXTS, "roles", "active"] as const;

export type TextKey = (typeof TEXTS)[number];

export interface UserFields extends Record<TextKey, string> {
  active: boolean;
  roles: readonly PersonChoice[];
}

export const EMPTY: UserFields = {
  first_name: "",
  last_name: "",
  username: "",
  email: "",
  password: "",
  active: true,
  roles: [],
};

type Problems = Partial<Record<keyof UserFields, string>>;

interface Saving {
  /** Of the one who is changed; a new one has none. */
  id: number | undefined;
  kept: UserFields;
  onSaved(): void;
}

/** What is written about a user, what is wrong with it, and its way to the server: of one who is there, the changes. */
export function useSaving({ id, kept, onSaved }: Saving) {
  const queries = useQueryClient();
  const { userId } = useUser();
  const [fields, setFields] = useState(kept);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const changed = KEYS.filter((key) => JSON.stringify(wire(fields)[key]) !== JSON.stringify(wire(kept)[key]));
  const save = async () => {
    const missing = missingIn(fields, id === undefined ? TEXTS : TEXTS.filter((key) => key !== "password"));
    setProblems(missing);
    setFailure(undefined);
    if (changed.length === 0 || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const body = wire(fields);
      if (id === undefined) await call(users.create, { body });
      else {
        const changes = Object.fromEntries(changed.map((key) => [key, body[key]]));
        await call(users.update, { params: { id: `${id}` }, body: changes });
      }
      await queries.invalidateQueries({ queryKey: ["users"] });
      if (id === userId) await loadSession();
      toast.success(`${id === undefined ? "Created" : "Saved"}: ${fields.username}`);
      onSaved();
    } catch (caught) {
      const error = toApiError(caught);
      const found = problemsIn(error.fields);
      setProblems(found);
      if (Object.keys(found).length === 0) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  const change = (part: Partial<UserFields>) => setFields((before) => ({ ...before, ...part }));
  return { fields, change, problems, failure, isChanged: changed.length > 0, isBusy, save };
}

const wire = ({ roles, ...fields }: UserFields): CreateUser & Required<Pick<CreateUser, "roles" | "active">> => ({
  ...fields,
  roles: roles.map(({ id }) => id),
});

const missingIn = (fields: UserFields, keys: readonly TextKey[]): Problems =>
  Object.fromEntries(keys.filter((key) => fields[key].trim() === "").map((key) => [key, "This is a required field"]));

function problemsIn(said: Readonly<Record<string, string[]>>): Problems {
  return Object.fromEntries(
    KEYS.flatMap((key) => (said[key]?.[0] === undefined ? [] : [[key, said[key][0]] as const])),
  );
}
