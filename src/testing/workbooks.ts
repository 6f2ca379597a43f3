import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";

export async function minimalWorkbook(
  rows: readonly string[],
  { styles = [], notes }: { styles?: readonly string[]; notes?: readonly string[] } = {},
): Promise<Uint8Array> {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaged = "http://schemas.openxmlformats.org/package/2006/relationships";
  const formats = styles.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join("");
  const cells = styles.map((_, i) => `<xf numFmtId="${164 + i}" xfId="0"/>`).join("");
  const sheet = (lines: readonly string[]) =>
    `<worksheet xmlns="${main}"><sheetData>${lines.map((row) => `<row>${row}</row>`).join("")}</sheetData></worksheet>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sales" sheetId="1" r:id="r1"/>${notes ? `<sheet name="Notes" sheetId="2" r:id="r3"/>` : ""}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>${
      styles.length > 0 ? `<Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/>` : ""
    }${notes ? `<Relationship Id="r3" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/>` : ""}</Relationships>`,
    ...(styles.length > 0
      ? {
          "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${cells}</cellXfs></styleSheet>`,
        }
      : {}),
    "xl/worksheets/sheet1.xml": sheet(rows),
    ...(notes ? { "xl/worksheets/sheet2.xml": sheet(notes) } : {}),
  };
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [path, content] of Object.entries(parts)) await zip.add(path, new TextReader(content));
  return zip.close();
}

/** The same workbook as another program writes it. */
export async function rewrittenWorkbook(
  workbook: Uint8Array,
  rewrite: (path: string, content: string) => { path: string; content: string },
): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const entry of await new ZipReader(new Uint8ArrayReader(workbook)).getEntries()) {
    if (entry.directory) continue;
    const content = Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString("utf8");
    const part = rewrite(entry.filename, content);
    await zip.add(part.path, new TextReader(part.content));
  }
  return zip.close();
}
