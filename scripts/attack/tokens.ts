import { createHmac } from "node:crypto";
import { type Client, valueAt } from "./client.ts";
import type { AttackClass, Report } from "./report.ts";
import type { World } from "./world.ts";

type Claims = Record<string, unknown>;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function forge(claims: Claims, { key = "", alg = "HS256" } = {}): string {
  const text = `${encode({ alg, typ: "JWT" })}.${encode(claims)}`;
  const digest = alg === "HS512" ? "sha512" : "sha256";
  return `${text}.${/^none$/i.test(alg) ? "" : createHmac(digest, key).update(text).digest("base64url")}`;
}

const KNOWN_KEYS = [
  "",
  "secret",
  "test-guest-secret-change-me",
  "CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET",
  "thisISaSECRET_1234",
  "YOUR_OWN_RANDOM_GENERATED_SECRET_KEY",
  "\u0002\u0001thisismyscretkey\u0001\u0002\\e\\y\\y\\h",
  "change-me",
  "0".repeat(32),
];

function forgeries(claims: Claims, original: string): Record<string, string> {
  const [head = "", body = "", signature = ""] = original.split(".");
  const tampered = encode({ ...decode(body), ...claims });
  return {
    "alg none": forge(claims, { alg: "none" }),
    "alg NONE": forge(claims, { alg: "NONE" }),
    "alg none with a signature": `${forge(claims, { alg: "none" })}${signature}`,
    "changed claims": `${head}.${tampered}.${signature}`,
    "no signature": `${head}.${body}.`,
    "two parts": `${head}.${body}`,
    "a changed head": `${encode({ alg: "HS256", typ: "JWT", kid: "../../dev/null" })}.${body}.${signature}`,
    "another digest": forge(claims, { alg: "HS512", key: "secret" }),
    "no token": "x",
    ...Object.fromEntries(KNOWN_KEYS.map((key) => [`the known key "${key.slice(0, 12)}"`, forge(claims, { key })])),
  };
}

function decode(part: string): Claims {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString()) as Claims;
  } catch {
    return {};
  }
}

const seconds = () => Math.floor(Date.now() / 1000);
const timesOf = () => ({ iat: seconds() - 10, nbf: seconds() - 10, exp: seconds() + 300 });

const forgedAccess: AttackClass = {
  name: "Forged and stale access tokens",
  run: async (world, report) => {
    const { anonymous, admin } = world;
    const me = await admin.get("/api/v1/me/");
    const sub = String(valueAt(me, "result", "id") ?? 1);
    const user = await world.addUser("leaver", [world.memberRoleId]);
    const ask = (token: string) => anonymous.get("/api/v1/me/", { authorization: `Bearer ${token}` });
    const claims = { sub, type: "access", fresh: true, ver: 0, jti: "attack", ...timesOf() };
    const token = await tokenOf(world, "stale");
    for (const [what, forged] of Object.entries(forgeries(claims, token.access)))
      report.refused(await ask(forged), what);
    report.refused(await ask(token.refresh), "a refresh token as an access token");
    const guest = valueAt(await guestToken(world), "token");
    report.refused(await ask(String(guest)), "a guest token as an access token");
    const refresh = { authorization: `Bearer ${token.access}` };
    report.refused(await anonymous.post("/api/v1/security/refresh", undefined, refresh), "an access token to refresh");
    await admin.put(`/api/v1/security/users/${user.id}`, { active: false });
    report.refused(await user.client.get("/api/v1/me/"), "a token of a deactivated account");
    await admin.put(`/api/v1/security/users/${token.id}`, { password: `${world.secret}-changed` });
    report.refused(await ask(token.access), "a token from before a new password");
    await admin.delete(`/api/v1/security/users/${token.id}`);
    report.refused(await ask(token.access), "a token of a deleted account");
  },
};

async function tokenOf(world: World, suffix: string) {
  const username = `${world.name}-${suffix}`;
  const password = `${world.secret}-first`;
  const names = { username, first_name: "Attack", last_name: "Run", email: `${username}@example.org` };
  const created = await world.admin.post("/api/v1/security/users/", {
    ...names,
    password,
    roles: [world.memberRoleId],
  });
  const body = { username, password, provider: "db", refresh: true };
  const answer = await world.anonymous.post("/api/v1/security/login", body);
  const text = (name: string) => String(valueAt(answer, name));
  return { id: Number(valueAt(created, "id")), access: text("access_token"), refresh: text("refresh_token") };
}

const guestToken = ({ admin, embedded }: World) =>
  admin.post("/api/v1/security/guest_token/", {
    user: { username: "attack" },
    resources: [{ type: "dashboard", id: embedded.uuid }],
    rls: [],
  });

const forgedGuests: AttackClass = {
  name: "Forged and incomplete guest tokens",
  run: async (world, report) => {
    const { anonymous, embedded, admin } = world;
    const ask = (token: string, client: Client = anonymous) =>
      client.get(`/api/v1/dashboard/${embedded.id}`, { "x-guesttoken": token });
    const genuine = String(valueAt(await guestToken(world), "token"));
    const control = await ask(genuine);
    if (control.status !== 200) throw new Error(`A token of the server itself answered ${control.status}`);
    const resources = [{ type: "dashboard", id: embedded.uuid }];
    const claims = { type: "guest", user: { username: "attack" }, resources, rls_rules: [], ...timesOf() };
    for (const [what, forged] of Object.entries(forgeries(claims, genuine))) report.refused(await ask(forged), what);
    const access = await signInToken(world);
    report.refused(await ask(access), "an access token as a guest token");
    for (const client of [world.writer, world.member]) {
      const body = { user: { username: "attack" }, resources, rls: [] };
      report.refused(await client.post("/api/v1/security/guest_token/", body), "a guest token for another user");
    }
    const escaping = { user: {}, resources, rls: [{ clause: "1 = 1) OR (1 = 1; SELECT 1" }] };
    report.sound(await admin.post("/api/v1/security/guest_token/", escaping), "a rule that isn't a condition");
    if (world.guestSecret !== undefined) await incompleteClaims(report, { ask, claims, key: world.guestSecret });
  },
};

const signInToken = async (world: World) => (await tokenOf(world, "guesting")).access;

interface Signed {
  ask(token: string): ReturnType<Client["get"]>;
  claims: Claims;
  key: string;
}

/** Signed with the right key but with wrong claims, as by a careless site. */
async function incompleteClaims(report: Report, { ask, claims, key }: Signed) {
  const control = await ask(forge(claims, { key }));
  if (control.status !== 200) throw new Error("The guest secret isn't the one that the server has.");
  const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name));
  const changed: Record<string, Claims> = {
    "no rls_rules": without("rls_rules"),
    "rls instead of rls_rules": { ...without("rls_rules"), rls: [{ clause: "1 = 0" }] },
    "rls_rules that aren't a list": { ...claims, rls_rules: {} },
    "a rule without a clause": { ...claims, rls_rules: [{ dataset: 1 }] },
    "no resources": without("resources"),
    "no type": without("type"),
    "another type": { ...claims, type: "access" },
    "no end": without("exp"),
    "no beginning": without("iat"),
    expired: { ...claims, exp: seconds() - 60 },
  };
  for (const [what, one] of Object.entries(changed)) report.refused(await ask(forge(one, { key })), what);
  report.refused(await ask(forge(claims, { key, alg: "HS512" })), "another digest with the right key");
}

export const TOKENS: readonly AttackClass[] = [forgedAccess, forgedGuests];
