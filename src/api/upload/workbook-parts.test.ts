import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUploads, type Uploads } from "../../testing/uploads.ts";
import { minimalWorkbook, rewrittenWorkbook } from "../../testing/workbooks.ts";

let world: Uploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: string, style: number) => `<c s="${style}"><v>${value}</v></c>`;
const styles = ["General", "h:mm", "[h]:mm", "yyyy-mm-dd", "00000"];
const workbook = () =>
  minimalWorkbook(
    [
      ["time", "lasted", "day", "code"].map(text).join(""),
      [number("0.385416666666667", 1), number("1.25347222222222", 2), number("59", 3), number("123", 4)].join(""),
    ],
    { styles },
  );

async function rowsIn(content: Uint8Array) {
  const table_name = `w_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const { body } = await world.send({ content, file: "a.xlsx", fields: { table_name, type: "excel" } });
  expect(body.message).toBe("OK");
  return world.rowsOf("duckdb", table_name);
}

const prefixed = (xml: string) => xml.replace(/<(\/?)(?=\w)/g, "<$1x:").replace("xmlns=", "xmlns:x=");

describe("workbooks of other programs", () => {
  const ROW = ["09:15", "30:05", Date.UTC(1900, 1, 28), "00123"];

  test("with prefixed names", async () => {
    const content = await rewrittenWorkbook(await workbook(), (path, xml) => ({
      path,
      content: /^xl\/[^_]/.test(path) ? prefixed(xml) : xml,
    }));
    expect(await rowsIn(content)).toEqual([ROW]);
  });

  test("with other file names", async () => {
    const renamed = (name: string) => name.replace("worksheets/sheet1", "data/first").replace("styles.xml", "look.xml");
    const content = await rewrittenWorkbook(await workbook(), (path, xml) => ({
      path: renamed(path),
      content: path.endsWith(".rels") ? renamed(xml) : xml,
    }));
    expect(await rowsIn(content)).toEqual([ROW]);
  });

  test("that count days from 1904", async () => {
    const content = await rewrittenWorkbook(
      await minimalWorkbook([text("day"), number("43951", 1), number("0.375", 1)], {
        styles: ["General", "yyyy-mm-dd hh:mm"],
      }),
      (path, xml) => ({
        path,
        content:
          path === "xl/workbook.xml" ? prefixed(xml.replace("<sheets>", '<workbookPr date1904="1"/><sheets>')) : xml,
      }),
    );
    expect(await rowsIn(content)).toEqual([[Date.UTC(2024, 4, 1)], [Date.UTC(1904, 0, 1, 9)]]);
  });

  test("whose first sheet is a chart", async () => {
    const content = await rewrittenWorkbook(await workbook(), (path, xml) => {
      const withChart = xml
        .replace("<sheets>", '<sheets><sheet name="Chart" sheetId="9" r:id="r9"/>')
        .replace(
          "</Relationships>",
          path.startsWith("xl/")
            ? '<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>'
            : "</Relationships>",
        );
      return { path, content: withChart };
    });
    expect(await rowsIn(content)).toEqual([ROW]);
  });
});
