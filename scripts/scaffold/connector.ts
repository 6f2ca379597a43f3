import type { Name, Scaffold } from "./scaffold.ts";

export function connector(name: Name): Scaffold {
  const file = "src/connectors/index.ts";
  return {
    files: {
      [`src/connectors/${name.kebab}/${name.kebab}.ts`]: implementation(name),
      [`src/connectors/${name.kebab}/${name.kebab}.test.ts`]: test(name),
    },
    lines: [
      { file, line: `import { ${name.camel}Connector } from "./${name.kebab}/${name.kebab}.ts";`, before: /^$/ },
      { file, line: `    ${name.camel}Connector(),`, before: /^ {2}\];/ },
    ],
  };
}

/** URL schemes have no hyphens. */
const scheme = (name: Name) => name.kebab.replaceAll("-", "");

const implementation = (name: Name) => `import { msg, t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { type Dialect, defaultDialect } from "../../query/dialect.ts";
import type { Connector } from "../connector.ts";

/** Only what differs from the defaults: quoting, literals, time grains. */
export const ${name.camel}Dialect: Dialect = { ...defaultDialect, engine: "${scheme(name)}" };

export function ${name.camel}Connector(): Connector {
  return {
    engine: "${scheme(name)}",
    name: "${name.title}",
    place: "server",
    dialect: ${name.camel}Dialect,
    form: {
      placeholder: "${scheme(name)}://user:password@host:port/dbname",
      fields: [{ name: "host", label: msg("Host"), kind: "text", required: true }],
      encryption: null,
    },
    connect: async () => {
      throw typedError("CONNECTION_HOST_DOWN_ERROR", t("The ${name.title} connector can't connect yet."));
    },
  };
}
`;

const test = (name: Name) => `import { expect, test } from "vitest";
import { maybeConnector } from "../index.ts";
import { ${name.camel}Connector } from "./${name.kebab}.ts";

test("it is found by the scheme of an address", () => {
  const connector = ${name.camel}Connector();
  expect(maybeConnector([connector], "${scheme(name)}://host/database")).toBe(connector);
});
`;
