import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RESOURCES } from "../src/api/index.ts";
import { openApiDocument } from "../src/server/http/openapi.ts";
import { checkedRoutes } from "../src/server/http/route.ts";

/** `npm run openapi`: writes the API description to docs/openapi.json. */
const file = join(import.meta.dirname, "..", "docs", "openapi.json");
const document = openApiDocument(checkedRoutes(RESOURCES));
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`docs/openapi.json: ${Object.keys(document.paths).length} paths`);
