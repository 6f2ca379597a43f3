import { type Answer, type Client, idOf, valueAt } from "./client.ts";
import type { AttackClass, Report } from "./report.ts";
import type { World } from "./world.ts";

/** Cross-site requests, path spellings, redirects and headers. */

const EVIL = "https://evil.example";
const cookieOf = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");

async function browser(
  world: World,
  suffix: string,
): Promise<{ client: Client; signedIn: Answer; credentials: object }> {
  const username = `${world.name}-${suffix}`;
  const password = `${world.secret}-browser`;
  const names = { username, first_name: "Attack", last_name: "Run", email: `${username}@example.org` };
  const role = await world.addRole(suffix, [
    "can_read Chart",
    "can_write Chart",
    "can_read Dashboard",
    "can_write Dashboard",
  ]);
  const created = await world.admin.post("/api/v1/security/users/", { ...names, password, roles: [role] });
  idOf(created);
  const credentials = { username, password };
  const signedIn = await world.anonymous.post("/login/", credentials);
  return { client: world.anonymous.with({ cookie: cookieOf(signedIn) }), signedIn, credentials };
}

const forgedRequests: AttackClass = {
  name: "Requests forged by other sites",
  run: async (world, report) => {
    const { client, credentials } = await browser(world, "browser");
    const me = await client.get("/api/v1/me/");
    if (me.status !== 200) throw new Error(`The session cookie itself answered ${me.status}`);
    const body = { dashboard_title: `${world.name}-forged` };
    const cross = { origin: EVIL, "sec-fetch-site": "cross-site", referer: `${EVIL}/x` };
    const text = JSON.stringify(body);
    const attempts: Record<string, Record<string, string>> = {
      "no token": {},
      "no token, from another site": cross,
      "an empty token": { "x-csrftoken": "" },
      "a made-up token": { "x-csrftoken": "x".repeat(43) },
      "a made-up token, from another site": { "x-csrftoken": "x".repeat(43), ...cross },
      "plain text": { "content-type": "text/plain", ...cross },
      "a form": { "content-type": "application/x-www-form-urlencoded", ...cross },
      "a frame of this site": { origin: "null", "sec-fetch-site": "same-origin" },
    };
    for (const [what, headers] of Object.entries(attempts)) {
      report.refused(await client.post("/api/v1/dashboard/", text, headers), what);
      report.refused(await client.put(`/api/v1/chart/${world.chartId}`, text, headers), what);
      report.refused(await client.post("/tabstateview/", `queryEditor=${encodeURIComponent("{}")}`, headers), what);
    }
    const strangers = await world.anonymous.post("/login/", credentials, cross);
    report.refused(strangers, "a sign-in by a page of another site");
    await overrides(world, report);
  },
};

/** GET or POST requests that ask to be treated as DELETE. */
async function overrides(world: World, report: Report): Promise<void> {
  const path = `/api/v1/chart/${world.chartId}`;
  for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
    await world.admin.get(path, { [name]: "DELETE" });
    report.refused(await world.admin.post(path, {}, { [name]: "DELETE" }), name);
  }
  await world.admin.get(`${path}?_method=DELETE`);
  report.refused(
    await world.admin.post(`${path}?_method=DELETE`, new URLSearchParams({ _method: "DELETE" })),
    "_method",
  );
  const after = await world.admin.get(path);
  if (after.status !== 200) report.add(after, "a GET or POST deleted the chart");
}

const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace(/\/(?=[^/])/g, "//"),
  (path) => path.replace(/(?<=.)\/([^/]+)$/, "%2f$1"),
  (path) => path.replace(/(?<=.)\/([^/]+)$/, "%5c$1"),
  (path) => path.replace(/(?<=.)\/([^/]+)$/, "\\$1"),
  (path) => `/x/../${path.slice(1)}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `/health/..${path}`,
  (path) => `/login/%2e%2e${path}`,
  (path) => `/static/../${path.slice(1)}`,
  (path) => path.toUpperCase(),
  (path) => path.replace("api", "%61pi"),
  (path) => `${path}%00`,
  (path) => `${path}%00.html`,
  (path) => `${path};a=b`,
  (path) => `${path}/.`,
  (path) => `${path}?_method=GET`,
];

const FILES = [
  "/../../../../etc/passwd",
  "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
  "/assets/../../package.json",
  "/..%2f..%2fpackage.json",
];
const MORE_FILES = [
  "/.env",
  "/.git/config",
  "/package.json",
  "/tessera.db",
  "/assets/%2e%2e/%2e%2e/tessera.db",
  "/lang/../../x",
];

const paths: AttackClass = {
  name: "Paths in other spellings",
  run: async (world, report) => {
    const closed = [`/api/v1/chart/${world.chartId}`, `/api/v1/dashboard/${world.draftId}`, "/api/v1/security/users/"];
    for (const path of closed) {
      for (const spell of SPELLINGS) {
        for (const method of ["GET", "DELETE"]) {
          const answer = await world.anonymous.raw(method, spell(path));
          judgePath(world, report, answer);
        }
      }
      const after = await world.admin.get(path);
      if (after.status !== 200) report.add(after, "was deleted by a spelling of its path");
    }
    for (const path of [...FILES, ...MORE_FILES]) {
      const answer = await world.anonymous.raw("GET", path);
      report.sound(answer);
      if (/root:.*:0:0:|SQLite format|"dependencies"|\[core\]|_SECRET=/.test(answer.text))
        report.add(answer, "shows a file");
    }
  },
};

/** Anonymous users may get a page or a redirect to sign in, but never the content of the path. */
function judgePath({ name, secret }: World, report: Report, answer: Answer): void {
  report.hides(answer, [name, secret, '"last_login"']);
  const isJson = /json/.test(answer.headers.get("content-type") ?? "");
  if (isJson && answer.status < 300) report.add(answer, `answered ${answer.status} to a stranger`);
}

const TARGETS = [
  "https://evil.example/",
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example/",
  "\\\\evil.example/",
  "/\t/evil.example/",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/%09/evil.example",
  "http://127.0.0.1@evil.example/",
  "/x\r\nset-cookie: attack=1",
];

const leadsOut = (base: string, target: string) => {
  try {
    const site = new URL(base);
    return new URL(target, site).origin !== site.origin;
  } catch {
    return false;
  }
};

const redirects: AttackClass = {
  name: "Redirects to other sites",
  run: async (world, report) => {
    const { client, credentials } = await browser(world, "leading");
    const check = (answer: Answer, target: string) => {
      report.sound(answer, target);
      const next = String(valueAt(answer, "result", "next") ?? answer.headers.get("location") ?? "/");
      if (leadsOut(world.admin.url, next)) report.add(answer, `${JSON.stringify(target)} leads to ${next}`);
      if (answer.headers.get("set-cookie")?.includes("attack=")) report.add(answer, "sets a cookie of the request's");
    };
    for (const target of TARGETS) {
      const next = encodeURIComponent(target);
      check(await world.anonymous.post("/login/", { ...credentials, next: target }), target);
      const form = new URLSearchParams({ ...credentials, next: target });
      check(await world.anonymous.post("/login/", form), target);
      check(await world.anonymous.post(`/login/?next=${next}`, new URLSearchParams({ ...credentials })), target);
      for (const path of [`/login/?next=${next}`, `/login/?token=x&next=${next}`, `/logout/?next=${next}`]) {
        check(await client.get(path), target);
      }
    }
    for (const path of ["//evil.example/%2e%2e", "//evil.example", "/\\evil.example", "//evil.example/login"]) {
      check(await world.anonymous.raw("GET", path), path);
    }
  },
};

const headers: AttackClass = {
  name: "Headers and cookies",
  run: async (world, report) => {
    const { signedIn } = await browser(world, "cookies");
    for (const one of signedIn.headers.getSetCookie()) {
      const isSession = /^session=/i.test(one);
      if (isSession && !/;\s*httponly/i.test(one)) report.add(signedIn, "the session cookie can be read by scripts");
      if (isSession && !/;\s*samesite=(lax|strict)/i.test(one))
        report.add(signedIn, "the session cookie goes to other sites");
    }
    if (!signedIn.headers.getSetCookie().some((one) => /^session=/i.test(one)))
      report.add(signedIn, "no session cookie");
    const pages = [
      "/",
      "/login/",
      "/health",
      "/api/v1/chart/",
      "/api/v1/nothing",
      "/nothing",
      `/api/v1/chart/${world.chartId}`,
    ];
    for (const path of [...pages, `/embedded/${world.embedded.uuid}`]) {
      for (const client of [world.anonymous, world.admin]) checkHeaders(report, await client.get(path), path);
    }
    const reflected = await world.admin.get("/api/v1/me/", { origin: EVIL });
    const allowed = reflected.headers.get("access-control-allow-origin");
    if (allowed === EVIL || allowed === "*") report.add(reflected, `lets pages of ${allowed} read answers`);
  },
};

function checkHeaders(report: Report, answer: Answer, path: string): void {
  report.sound(answer);
  const policy = answer.headers.get("content-security-policy") ?? "";
  const scripts = /(?:script-src|default-src)[^;]*/.exec(/script-src[^;]*/.exec(policy)?.[0] ?? policy)?.[0] ?? "";
  if (scripts === "") report.add(answer, "has no Content-Security-Policy for scripts");
  if (/'unsafe-(inline|eval)'|\*|\bhttps?:(?!\/)/.test(scripts)) report.add(answer, `allows scripts by ${scripts}`);
  if (answer.headers.get("x-content-type-options") !== "nosniff") report.add(answer, "lets browsers guess types");
  const isEmbedded = path.startsWith("/embedded/");
  if (!isEmbedded && !/frame-ancestors ('none'|'self')/.test(policy))
    report.add(answer, "can be framed by other sites");
}

const ATTEMPTS = 12;
const ALLOWED = 10;

const guessing: AttackClass = {
  name: "Guessing passwords",
  run: async (world, report) => {
    const statuses: number[] = [];
    const username = `${world.name}-nobody`;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const body = { username, password: `${world.secret}-${attempt}`, provider: "db" };
      const answer = await world.anonymous.post("/api/v1/security/login", body);
      statuses.push(answer.status);
      report.refused(answer, "a wrong password");
      if (attempt >= ALLOWED && answer.status !== 429)
        report.add(answer, `guess ${attempt + 1} answered ${answer.status}`);
    }
  },
};

export const FORGED: readonly AttackClass[] = [forgedRequests, paths, redirects, headers];
export const GUESSING: readonly AttackClass[] = [guessing];
