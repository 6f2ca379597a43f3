import { type Zippable, zipSync } from "fflate";
import { type Answer, idOf } from "./client.ts";
import type { AttackClass, Report } from "./report.ts";
import type { World } from "./world.ts";

const fieldOf = ({ name }: World) => `${name.replace("-", "_")}_polluted`;

const prototypesOf = (field: string): readonly string[] => [
  `{"__proto__":{"${field}":"${field}"}}`,
  `{"constructor":{"prototype":{"${field}":"${field}"}}}`,
  `{"form_data":{"__proto__":{"${field}":"${field}"}},"queries":[{"__proto__":{"${field}":"${field}"}}]}`,
  `{"json_metadata":"{\\"__proto__\\":{\\"${field}\\":\\"${field}\\"}}","__proto__":{"${field}":"${field}"}}`,
  `{"value":"{\\"__proto__\\":{\\"${field}\\":\\"${field}\\"}}"}`,
  `{"formData":{"__proto__":{"${field}":"${field}"}},"urlParams":[["__proto__","${field}"]]}`,
];

const PATHS: readonly [string, string][] = [
  ["POST", "/api/v1/chart/data"],
  ["POST", "/api/v1/explore/permalink"],
  ["POST", "/api/v1/explore/form_data"],
  ["POST", "/api/v1/sqllab/permalink"],
  ["POST", "/api/v1/sqllab/execute/"],
  ["POST", "/api/v1/database/validate_parameters/"],
  ["POST", "/superset/explore_json/"],
  ["POST", "/api/v1/security/guest_token/"],
  ["POST", "/api/v1/report/"],
  ["POST", "/api/v1/theme/"],
];

const risonOf = (field: string) => [
  `(__proto__:(${field}:${field}))`,
  `(filters:!((col:id,opr:eq,value:(__proto__:(${field}:${field})))))`,
  `(constructor:(prototype:(${field}:${field})))`,
  `{"__proto__":{"${field}":"${field}"}}`,
  "(columns:!(__proto__,constructor),order_column:__proto__)",
  "(filters:!((col:__proto__,opr:constructor,value:1)))",
];

const prototypes: AttackClass = {
  name: "Prototypes in JSON, rison and YAML",
  run: async (world, report) => {
    const { admin, name } = world;
    const field = fieldOf(world);
    const board = idOf(await admin.post("/api/v1/dashboard/", { dashboard_title: `${name}-names` }));
    const own: [string, string][] = [
      ["PUT", `/api/v1/dashboard/${board}`],
      ["POST", `/api/v1/dashboard/${board}/permalink`],
      ["POST", `/api/v1/dashboard/${board}/filter_state`],
    ];
    for (const body of prototypesOf(field)) {
      for (const [method, path] of [...PATHS, ...own])
        report.sound(await admin.send(method, path, { body }), "a prototype");
    }
    for (const text of risonOf(field)) {
      for (const path of ["chart/", "dashboard/", "dataset/", "log/", "chart/_info", "chart/related/owners"]) {
        report.sound(await admin.get(`/api/v1/${path}?q=${encodeURIComponent(text)}`), text);
      }
    }
    const yaml = `slice_name: x\n__proto__:\n  ${field}: ${field}\nparams:\n  __proto__: {${field}: ${field}}\n`;
    const files = { "r/metadata.yaml": METADATA, "r/charts/a.yaml": Buffer.from(yaml) };
    report.sound(await upload(world, "chart", zipSync(files)), "a prototype in YAML");
    for (const path of ["/api/v1/me/", "/api/v1/menu/", "/api/v1/nothing", "/version", "/api/v1/database/available/"]) {
      report.hides(await admin.get(path), [field], "after prototypes were sent");
    }
  },
};

const METADATA = Buffer.from("version: 1.0.0\ntype: Slice\ntimestamp: '2026-01-01T00:00:00'\n");

const IMPORTS = ["chart", "dashboard", "dataset", "database", "saved_query", "theme", "assets"];

function upload({ admin }: World, kind: string, bytes: Uint8Array): Promise<Answer> {
  const form = new FormData();
  form.set(kind === "assets" ? "bundle" : "formData", new Blob([new Uint8Array(bytes)]), "attack.zip");
  return admin.post(`/api/v1/${kind}/import/`, form);
}

const LINK = (0o120777 << 16) >>> 0;
const DEVICE = (0o060644 << 16) >>> 0;
const MB = 1_000_000;

function doubled(): Uint8Array {
  const bytes = Buffer.from(
    zipSync({ "r/metadata.yaml": METADATA, "r/charts/a.yaml": METADATA, "r/charts/b.yaml": METADATA }),
  );
  for (let at = bytes.indexOf("charts/b.yaml"); at >= 0; at = bytes.indexOf("charts/b.yaml"))
    bytes.write("charts/a.yaml", at);
  return bytes;
}

function lying(): Uint8Array {
  const bytes = Buffer.from(zipSync({ "r/metadata.yaml": METADATA, "r/charts/a.yaml": Buffer.alloc(50_000, "x") }));
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4))
    bytes.writeUInt32LE(10, at + 24);
  return bytes;
}

const aliases = [
  "a: &a [1,1,1,1,1,1,1,1,1,1]",
  ..."bcdefgh".split("").map((name, i) => `${name}: &${name} [${`*${"abcdefgh"[i]},`.repeat(9)}1]`),
].join("\n");

function archives(): Record<string, Uint8Array> {
  const named = (name: string) => zipSync({ "r/metadata.yaml": METADATA, [name]: Buffer.from("a: 1") });
  const special = (attrs: number): Zippable => ({
    "r/metadata.yaml": METADATA,
    "r/charts/a.yaml": [Buffer.from("/etc/passwd"), { os: 3, attrs }],
  });
  const yaml = (text: string) => zipSync({ "r/metadata.yaml": METADATA, "r/charts/a.yaml": Buffer.from(text) });
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`r/charts/${i}.yaml`, new Uint8Array(0)]));
  return {
    "a name that leads out": named("r/../../../tmp/attack.yaml"),
    "a name that begins at the root": named("/tmp/attack.yaml"),
    "a name with backslashes": named("r\\..\\..\\attack.yaml"),
    "a name with NUL": named("r/charts/a.yaml\u0000.png"),
    "a name of a drive": named("C:/attack.yaml"),
    "a deep name": named(`r/${"a/".repeat(200)}a.yaml`),
    "a link": zipSync(special(LINK)),
    "a device": zipSync(special(DEVICE)),
    "two entries of one name": doubled(),
    "sizes that lie": lying(),
    "a bomb": zipSync({ "r/metadata.yaml": METADATA, "r/charts/a.yaml": new Uint8Array(120 * MB) }, { level: 9 }),
    "very many entries": zipSync(many, { level: 0 }),
    "half of an archive": zipSync({ "r/metadata.yaml": METADATA }).slice(0, 60),
    "no archive": Buffer.from("PK\u0003\u0004 no archive"),
    "aliases of aliases in YAML": yaml(aliases),
    "an alias of itself in YAML": yaml("a: &a [*a, *a]"),
    "deep YAML": yaml("[".repeat(5000) + "]".repeat(5000)),
    "code in YAML": yaml('slice_name: !!python/object/apply:os.system ["true"]'),
    "a function in YAML": yaml('slice_name: !!js/function "function () { return 1 }"'),
  };
}

const BOUND_MS = 15_000;

const bundles: AttackClass = {
  name: "Archives that lead out, lie or swell",
  run: async (world, report) => {
    for (const [what, bytes] of Object.entries(archives())) {
      // What is large goes to one of the imports only.
      const kinds = bytes.length > 100_000 ? IMPORTS.slice(0, 1) : IMPORTS;
      for (const kind of kinds) refusedInTime(report, await upload(world, kind, bytes), what);
    }
    const plain = zipSync({ "r/metadata.yaml": METADATA });
    for (const client of [world.member, world.anonymous, await world.guest()]) {
      for (const kind of IMPORTS)
        report.refused(await upload({ ...world, admin: client }, kind, plain), "an import without the right to it");
    }
  },
};

function refusedInTime(report: Report, answer: Answer, what: string): void {
  report.refused(answer, what);
  if (answer.ms > BOUND_MS) report.add(answer, `${what} took ${Math.round(answer.ms)} ms`);
}

export const INPUT: readonly AttackClass[] = [prototypes, bundles];
