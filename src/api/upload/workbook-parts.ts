import { attribute } from "./excel-dates.ts";

export interface WorkbookParts {
  sheets: ReadonlySet<string>;
  styles: string;
}

const PREFIX =
  /\sxmlns:([\w.-]+)\s*=\s*["']http:\/\/(?:schemas\.openxmlformats\.org\/spreadsheetml\/2006|purl\.oclc\.org\/ooxml\/spreadsheetml)\/main["']/;

/** Some programs, such as ClosedXML, write `<x:row>` for `<row>`. */
export function withoutPrefix(xml: string): string {
  const prefix = PREFIX.exec(xml)?.[1];
  return prefix === undefined ? xml : xml.replaceAll(`<${prefix}:`, "<").replaceAll(`</${prefix}:`, "</");
}

interface Relationship {
  id: string;
  kind: string;
  path: string;
}

function relationshipsIn(relationships: string): Relationship[] {
  return Array.from(relationships.matchAll(/<(?:[\w.-]+:)?Relationship(\s[^>]*)>/g), ([, attributes = ""]) => {
    const target = attribute(attributes, "Target") ?? "";
    return {
      id: attribute(attributes, "Id") ?? "",
      kind: (attribute(attributes, "Type") ?? "").split("/").at(-1) ?? "",
      path: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
    };
  });
}

export function partsOf(relationships: string): WorkbookParts {
  const found = relationshipsIn(relationships);
  return {
    sheets: new Set(found.filter(({ kind }) => kind === "worksheet").map(({ path }) => path)),
    styles: found.find(({ kind }) => kind === "styles")?.path ?? "xl/styles.xml",
  };
}

/** Without chart sheets and dialogs, which have no cells. */
export function withCellSheets(workbook: string, relationships: string): string {
  const ids = new Set(relationshipsIn(relationships).flatMap(({ id, kind }) => (kind === "worksheet" ? [id] : [])));
  return workbook.replace(/<sheet(\s[^>]*?)(?:\/>|>\s*<\/sheet>)/g, (whole, attributes: string) =>
    ids.has(attribute(attributes, "(?:[\\w.-]+:)?id") ?? "") ? whole : "",
  );
}
