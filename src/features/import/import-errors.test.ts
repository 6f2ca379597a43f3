import { describe, expect, test } from "vitest";
import type { WireError } from "../../model/errors.ts";
import { existingIn, missingIn, problemsOf, problemTexts, unknownProblems } from "./import-errors.ts";

const errors = (extra: Record<string, unknown>): WireError[] => [
  {
    message: "Error importing dashboard",
    error_type: "GENERIC_COMMAND_ERROR",
    level: "warning",
    extra: { ...extra, issue_codes: [] },
  },
];
const problems = (extra: Record<string, unknown>) => problemsOf(errors(extra));
const EXISTS = "Dashboard already exists and `overwrite=true` was not passed";

describe("a rejected import", () => {
  test("asks for each secret at its file", () => {
    const missingSecrets = missingIn(
      problems({
        "databases/a.yaml": { _schema: ["Must provide a password for the database"] },
        "databases/b.yaml": {
          _schema: [
            "Must provide a private key for the ssh tunnel",
            "Must provide a private key password for the ssh tunnel",
          ],
        },
        "databases/c.yaml": { _schema: "Must provide a password for the ssh tunnel" },
        "databases/e.yaml": { database_name: ["A database with the same name already exists."] },
        "databases/d.yaml": { _schema: ["Must provide value for masked_encrypted_extra field: $.a[0].token"] },
      }),
    );
    expect(missingSecrets).toEqual([
      { field: "passwords", file: "databases/a.yaml" },
      { field: "ssh_tunnel_private_keys", file: "databases/b.yaml" },
      { field: "ssh_tunnel_private_key_passwords", file: "databases/b.yaml" },
      { field: "ssh_tunnel_passwords", file: "databases/c.yaml" },
      { field: "database_names", file: "databases/e.yaml" },
      { field: "encrypted_extra_secrets", file: "databases/d.yaml", part: "$.a[0].token" },
    ]);
  });

  test("lists its problems by file and field", () => {
    const texts = problemTexts(
      problems({
        "databases/a.yaml": { sqlalchemy_uri: ["Connections to this host are not allowed."], _schema: "Broken" },
        "charts/b.yaml": EXISTS,
      }),
    );
    expect(texts).toEqual([
      { file: "databases/a.yaml", text: "sqlalchemy_uri: Connections to this host are not allowed." },
      { file: "databases/a.yaml", text: "Broken" },
      { file: "charts/b.yaml", text: EXISTS },
    ]);
  });

  test("lists existing items", () => {
    expect(existingIn(problems({ "dashboards/x.yaml": EXISTS, "charts/y.yaml": { _schema: ["other"] } }))).toEqual([
      "dashboards/x.yaml",
    ]);
  });

  test.each([
    [{ "dashboards/x.yaml": EXISTS }, false],
    [
      { "databases/a.yaml": { _schema: ["Must provide a password for the database"] }, "dashboards/x.yaml": EXISTS },
      false,
    ],
    [{ "charts/y.yaml": { params: ["Not a valid mapping"] }, "dashboards/x.yaml": EXISTS }, true],
    [{ "databases/e.yaml": { database_name: ["A database with the same name already exists."] } }, false],
    [{}, true],
  ])("%j: has unknown problems: %s", (extra, more) => {
    expect(unknownProblems(problems(extra))).toBe(more);
  });
});
