import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import { pass } from "../../testing/waits.ts";
import { deflatePiece } from "./deflate.ts";
import { MAX_SHEET_ROWS, workbookEntries } from "./workbook.ts";
import { createZip, type ZipEntry } from "./zip.ts";

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}

async function filesOf(archive: Buffer): Promise<Record<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(archive), { checkSignature: true });
  const files: Record<string, string> = {};
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files[entry.filename] = await entry.getData(new TextWriter());
  }
  return files;
}

async function* of(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe("an archive", () => {
  const none = Buffer.alloc(0);

  test("contains its files unchanged, compressed or not", async () => {
    const archive = await bytesOf(
      createZip([
        { name: "täble.csv", content: of("one,", "two\n".repeat(100_000)) },
        { name: "empty.txt", content: [] },
        { name: "as-is.bin", content: of("abc", "def"), isCompressed: true },
        {
          name: "pieces",
          content: [Buffer.from("a"), await deflatePiece(Buffer.alloc(70_001, "xyz")), await deflatePiece(none)],
        },
      ]),
    );
    expect(archive.length).toBeLessThan(20_000);
    expect(await filesOf(archive)).toEqual({
      "täble.csv": `one,${"two\n".repeat(100_000)}`,
      "empty.txt": "",
      "as-is.bin": "abcdef",
      pieces: `a${"xyz".repeat(23_334).slice(0, 70_001)}`,
    });
  });

  test("fails when its content fails", async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from("half");
      throw new Error("the database is gone");
    }
    await expect(bytesOf(createZip([{ name: "a.csv", content: failing() }]))).rejects.toThrow("the database is gone");
  });

  test("stops requesting content when it isn't read", async () => {
    let requestCount = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        requestCount++;
        yield Buffer.alloc(100_000, requestCount % 251);
      }
    }
    const parts = createZip([{ name: "endless", content: endless() }]);
    for (let i = 0; i < 4; i++) await parts.next();
    await parts.return(undefined);
    const until = requestCount;
    await pass(50, "nothing may happen meanwhile");
    expect(requestCount - until).toBeLessThanOrEqual(1);
  });
});

describe("a workbook", () => {
  const header = Buffer.from("<row><c/></row>");
  const entries = (rows: number[], note: string | null = null): AsyncIterable<ZipEntry> =>
    workbookEntries({
      header,
      parts: (async function* () {
        for (const count of rows) yield { bytes: Buffer.from(`<row>${count}</row>`), rows: count };
      })(),
      note: () => note,
    });

  test("continues on another sheet when one is full, with the header", async () => {
    const files = await filesOf(await bytesOf(createZip(entries([MAX_SHEET_ROWS - 1, 1, 5]))));
    expect(files["xl/worksheets/sheet1.xml"]).toContain(
      `<row><c/></row><row>${MAX_SHEET_ROWS - 1}</row><row>1</row></`,
    );
    expect(files["xl/worksheets/sheet2.xml"]).toContain("<row><c/></row><row>5</row></");
    expect(files["xl/workbook.xml"]).toContain('<sheet name="Sheet2" sheetId="2" r:id="rId2"/>');
    expect(files["[Content_Types].xml"]).toContain("/xl/worksheets/sheet2.xml");
  });

  test("has a note on a separate sheet", async () => {
    const files = await filesOf(await bytesOf(createZip(entries([1], "Only <some> rows"))));
    expect(files["xl/worksheets/sheet2.xml"]).toContain("<t>Only &lt;some&gt; rows</t>");
    expect(files["xl/workbook.xml"]).toContain('<sheet name="Note"');
  });
});
