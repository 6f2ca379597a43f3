import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell, escapeFormula, xmlCell } from "../../model/cell-text.ts";
import { type CellColumn, type RowFormat, RowWriter } from "./row-writer.ts";

function written(format: RowFormat, columns: CellColumn[], rows: number): string {
  const writer = new RowWriter(format);
  writer.write(columns, 0, rows);
  return writer.take().toString();
}

const column = (kind: CellColumn["kind"], values: unknown[], type = ""): CellColumn => ({
  kind,
  type,
  form: "values",
  values,
});

function texts(values: (string | null)[]): CellColumn {
  const bytes = values.map((value) => Buffer.from(value ?? ""));
  const lengths = Int32Array.from(values, (value, i) => (value === null ? -1 : (bytes[i] as Buffer).length));
  return { kind: "text", type: "VARCHAR", form: "texts", bytes: Buffer.concat(bytes), lengths };
}

describe("formula injection", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["%x", "'%x"],
    ["|cmd", "'\\|cmd"],
    ["-cmd|x", "'-cmd\\|x"],
    ["  =1", "'  =1"],
    ['"=1', "'\"=1"],
    ['""=1', '\'""=1'],
    ["-5", "-5"],
    ["-5.25", "-5.25"],
    ["-5.", "'-5."],
    ["a=1", "a=1"],
    ["a|b", "a|b"],
    ["", ""],
  ])("%s becomes %s", (text, expected) => expect(escapeFormula(text)).toBe(expected));

  test("never writes a cell that starts like a formula", () => {
    const hostile = fc.string({
      unit: fc.constantFrom("=", "+", "-", "@", "|", "%", " ", '"', "a", "1", ",", "\n", "ä"),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const cell = written("csv", [texts([text])], 1).slice(0, -1);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(/^\s*"{0,2}\s*[=+@|%]/.test(read)).toBe(false);
        expect(cell).toBe(written("csv", [column("text", [text])], 1).slice(0, -1));
      }),
    );
  });
});

describe("CSV", () => {
  test("quotes where needed and distinguishes empty text from null", () => {
    const values = ["a", 'say "x"', "a,b", "two\nlines", "", null];
    expect(written("csv", [texts(values)], 6)).toBe('a\n"say ""x"""\n"a,b"\n"two\nlines"\n""\n\n');
    expect(csvCell("")).toBe('""');
  });

  test("writes every digit of numbers", () => {
    const values = [0, -1, 2147483647, -2147483648, 4294967296, 0.1, -0, 1e21, 2n ** 63n, "12345678901234567.89", null];
    expect(written("csv", [column("numeric", values)], 11).split("\n")).toEqual([
      "0",
      "-1",
      "2147483647",
      "-2147483648",
      "4294967296",
      "0.1",
      "0",
      "1e+21",
      "9223372036854775808",
      "12345678901234567.89",
      "",
      "",
    ]);
  });

  test("round-trips any number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), (double, integer) => {
        const numbers = Float64Array.of(double, integer);
        const text = written("csv", [{ kind: "numeric", type: "DOUBLE", form: "numbers", numbers, exact: [] }], 2);
        expect(text.split("\n").slice(0, 2).map(Number)).toEqual([double + 0, integer]);
      }),
    );
  });

  test("writes times without a zone and with their fractional seconds", () => {
    const ms = Date.UTC(2024, 1, 29, 23, 59, 59);
    const values = [ms, ms + 5, ms + 0.25, -1, Date.UTC(1, 0, 1) - 62_135_596_800_000 * 0, null];
    const [a, b, c, d] = written("csv", [column("temporal", values)], 6).split("\n");
    expect([a, b, c, d]).toEqual([
      "2024-02-29 23:59:59",
      "2024-02-29 23:59:59.005",
      "2024-02-29 23:59:59.000250",
      "1969-12-31 23:59:59.999",
    ]);
    expect(written("csv", [column("temporal", [Date.UTC(2024, 1, 29)], "DATE")], 1)).toBe("2024-02-29\n");
  });

  test("writes several columns, with booleans as words", () => {
    const flags: CellColumn = { kind: "boolean", type: "BOOLEAN", form: "booleans", flags: Uint8Array.of(1, 0, 2) };
    expect(written("csv", [texts(["a", null, "ü"]), flags], 3)).toBe("a,True\n,False\nü,\n");
    expect(written("csv", [column("boolean", [true, false, null])], 3)).toBe("True\nFalse\n\n");
  });

  test("continues in the middle of a column, and grows as needed", () => {
    const writer = new RowWriter("csv");
    const long = "x".repeat(300_000);
    const values = column("text", [long, `${long}ä`, "end"]);
    writer.write([values], 0, 2);
    expect(writer.take().toString()).toBe(`${long}\n${long}ä\n`);
    writer.write([values], 2, 3);
    expect(writer.take().toString()).toBe("end\n");
  });
});

describe("cells of workbooks", () => {
  const cell = (columns: CellColumn) => written("xlsx", [columns], 1).slice("<row>".length, -"</row>".length);

  test("are numbers if Excel keeps all digits, else text", () => {
    expect(cell(column("numeric", [-12.5]))).toBe("<c><v>-12.5</v></c>");
    expect(cell(column("numeric", [999999999999999]))).toBe("<c><v>999999999999999</v></c>");
    expect(cell(column("numeric", [1e15]))).toBe('<c t="inlineStr"><is><t>1000000000000000</t></is></c>');
    expect(cell(column("numeric", [2n ** 60n]))).toContain("<t>1152921504606846976</t>");
    expect(cell(column("numeric", [null]))).toBe("<c/>");
  });

  test("are days since 1899-12-30, or text outside Excel's range", () => {
    expect(cell(column("temporal", [Date.UTC(2024, 0, 1)], "DATE"))).toBe('<c s="1"><v>45292</v></c>');
    expect(cell(column("temporal", [Date.UTC(2024, 0, 1, 12)]))).toBe('<c s="2"><v>45292.50000000000</v></c>');
    expect(cell(column("temporal", [Date.UTC(2024, 0, 1, 0, 0, 0, 1)]))).toBe('<c s="2"><v>45292.00000001157</v></c>');
    expect(cell(column("temporal", [Date.UTC(2024, 0, 2) - 0.0001]))).toBe('<c s="2"><v>45293</v></c>');
    const times = fc.tuple(
      fc.integer({ min: Date.UTC(1900, 2, 1), max: Date.UTC(9999, 11, 31) }),
      fc.integer({ min: 0, max: 999 }),
    );
    fc.assert(
      fc.property(times, ([ms, micros]) => {
        const days = /<v>([^<]+)</.exec(cell(column("temporal", [ms < 2 ** 42 ? ms + micros / 1000 : ms])))?.[1] ?? "";
        const [whole = "", fraction = "0"] = days.split(".");
        const read = (Number(whole) - 25_569) * 86_400_000 + Number(`0.${fraction}`) * 86_400_000;
        expect(Math.abs(read - (ms < 2 ** 42 ? ms + micros / 1000 : ms))).toBeLessThan(0.001);
      }),
    );
    expect(cell(column("temporal", [Date.UTC(1899, 0, 1)], "DATE"))).toContain("<t>1899-01-01</t>");
  });

  test("escape text that XML can't hold, and truncate at Excel's limit", () => {
    expect(xmlCell('a<b>&"c\u0001_x0041_\tz')).toBe("a&lt;b&gt;&amp;&quot;c_x0001__x005F_x0041_\tz");
    expect(xmlCell("\ud800x")).toBe("\ufffdx");
    expect(xmlCell("x".repeat(40_000))).toHaveLength(32_767);
    expect(cell(texts(["plain text"]))).toBe('<c t="str"><v>plain text</v></c>');
    expect(cell(texts(["a "]))).toBe('<c t="inlineStr"><is><t xml:space="preserve">a </t></is></c>');
    for (const text of ["plain", "a & b", "snake_case", "=1", "", " a", "a ", "a\n", "é", "aé\uf8ff"]) {
      expect(cell(texts([text]))).toBe(cell(column("text", [text])));
    }
  });
});
