import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../model/password.ts";
import type { App } from "../server/app.ts";
import { recordEntries } from "../server/audit/entries.ts";
import { createUser } from "../server/auth/administrator.ts";
import { hashPassword } from "../server/auth/passwords.ts";
import { seedRoles } from "../server/auth/seed-roles.ts";
import { endOtherSessions } from "../server/auth/sessions.ts";
import { CommandError } from "../server/command-error.ts";
import type { Config } from "../server/config/config.ts";
import { storeFailureOf } from "../server/store/failures.ts";
import type { Call, Command } from "./command-line.ts";
import { assertHomeExists, whileStopped, withApp } from "./with-app.ts";

const USERNAME = ["USERNAME"];

export const USER_COMMANDS: readonly Command[] = [
  {
    words: "user list",
    switches: ["json"],
    help: "List users with their roles.",
    run: async ({ has, config, print }) => {
      if (!config.databaseUrl) assertHomeExists(config);
      const users = await listUsers(config);
      if (has("json")) return print(JSON.stringify(users));
      for (const { username, email, active, roles } of users)
        print([username, email, active ? "active" : "inactive", roles.join(", ")].join("\t"));
    },
  },
  {
    words: "user create",
    args: USERNAME,
    options: { role: "ROLES", email: "EMAIL", "first-name": "NAME", "last-name": "NAME" },
    help: "Create a user. The password is read from standard input. ROLES: separated by commas, Gamma by default.",
    run: async (call) => {
      const [username = ""] = call.args;
      const password = await passwordFrom(call);
      await changeUsers(call.config, () => create(call, password));
      call.print(`Created ${username}.`);
    },
  },
  {
    words: "user reset-password",
    args: USERNAME,
    help: "Set a user's password, which is read from standard input, and end the user's sessions.",
    run: async (call) => {
      const [username = ""] = call.args;
      const password = await passwordFrom(call);
      await changeUsers(call.config, () => resetPassword(call.config, username, password));
      call.print(`Changed the password of ${username}.`);
    },
  },
];

/** With PostgreSQL, running servers notice the change within seconds. */
function changeUsers(config: Config, work: () => Promise<void>): Promise<void> {
  return config.databaseUrl ? work() : whileStopped(config, "Stop it first.", work);
}

async function passwordFrom({ input }: Call): Promise<string> {
  const password = (await input()).replace(/\r?\n$/, "");
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return password;
  throw new CommandError(
    `Write the password to standard input, ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  );
}

function listUsers(config: Config) {
  return withApp(config, async ({ db }) => {
    const users = await db
      .selectFrom("users")
      .select(["id", "username", "email", "active"])
      .orderBy("username")
      .execute();
    const roles = await db
      .selectFrom("user_roles")
      .innerJoin("roles", "roles.id", "user_roles.role_id")
      .select(["user_roles.user_id", "roles.name"])
      .orderBy("roles.name")
      .execute();
    const byUser = Map.groupBy(roles, (role) => role.user_id);
    return users.map(({ id, active, ...user }) => ({
      ...user,
      active: Boolean(active),
      roles: (byUser.get(id) ?? []).map(({ name }) => name),
    }));
  });
}

const USERNAME_PATTERN = /^(?!\s)[^\p{Cc}]{1,64}(?<!\s)$/u;
const EMAIL_PATTERN = /^[^\s@]{1,200}@[^\s@]{1,119}$/;

function assertValid(username: string, email: string | undefined): void {
  if (!USERNAME_PATTERN.test(username))
    throw new CommandError("A username has 1 to 64 characters, without control characters or spaces around it.");
  if (email !== undefined && !EMAIL_PATTERN.test(email)) throw new CommandError(`Invalid email address: ${email}`);
}

async function create({ args: [username = ""], options, config }: Call, password: string): Promise<void> {
  const roles = (options.role ?? "Gamma").split(",").map((role) => role.trim());
  await withApp(config, async (app) => {
    await seedRoles(app);
    const known = await app.db.selectFrom("roles").select("name").where("name", "in", roles).execute();
    const unknown = roles.filter((role) => !known.some(({ name }) => name === role));
    if (unknown.length > 0) throw new CommandError(`No role is named ${unknown.join(", ")}.`);
    assertValid(username, options.email);
    const user = {
      username,
      firstName: options["first-name"] ?? username,
      lastName: options["last-name"] ?? "",
      ...(options.email === undefined ? {} : { email: options.email }),
      password_hash: await hashPassword(password),
    };
    await createUser(app, user, roles).catch((error: unknown) => {
      if (storeFailureOf(error) !== "unique") throw error;
      throw new CommandError("A user already has this name or email.");
    });
    await recordCommand(app, { action: "tessera user create", verb: "create", username, details: { roles } });
  });
}

async function resetPassword(config: Config, username: string, password: string): Promise<void> {
  await withApp(config, async (app) => {
    const user = await app.db.selectFrom("users").select("id").where("username", "=", username).executeTakeFirst();
    if (!user) throw new CommandError(`No user is named ${username}.`);
    const password_hash = await hashPassword(password);
    await app.db.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute();
    await endOtherSessions(app, user.id);
    const details = { fields: ["password"] };
    await recordCommand(app, { action: "tessera user reset-password", verb: "change", username, details });
  });
}

interface CommandAction {
  action: string;
  verb: "create" | "change";
  username: string;
  details: Readonly<Record<string, unknown>>;
}

/** Who has the server's machine needs no account, so there is no user. */
async function recordCommand(app: App, { username, ...entry }: CommandAction): Promise<void> {
  const user = await app.db.selectFrom("users").select("id").where("username", "=", username).executeTakeFirst();
  const object = { object_kind: "user", object_id: user?.id ?? null, object_name: username } as const;
  await recordEntries(app, [{ ...entry, ...object, result: "ok", details: { ...entry.details, by: "command line" } }]);
}
