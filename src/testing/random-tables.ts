import fc from "fast-check";

export interface Cell {
  /** Text in the file; null for an empty cell. */
  text: string | null;
  moment?: number;
}

export interface RandomTable {
  columns: readonly { name: string; cells: readonly Cell[] }[];
  rows: number;
}

export interface Dialect {
  delimiter: "," | ";" | "\t" | "|";
  decimal: "." | ",";
  thousands: "" | "," | "." | " " | "'";
  dayFirst: boolean;
  lineEnd: "\n" | "\r\n" | "\r";
  encoding: "utf-8" | "utf-8 with a mark" | "utf-16le" | "windows-1252";
  quotesAll: boolean;
}

export const dialects: fc.Arbitrary<Dialect> = fc
  .record({
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    decimal: fc.constantFrom(".", ","),
    thousands: fc.constantFrom("", ",", ".", " ", "'"),
    dayFirst: fc.boolean(),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    encoding: fc.constantFrom("utf-8", "utf-8 with a mark", "utf-16le", "windows-1252"),
    quotesAll: fc.boolean(),
  } satisfies { [Name in keyof Dialect]: fc.Arbitrary<Dialect[Name]> })
  .filter(({ decimal, thousands }) => decimal !== thousands);

const WORDS = [
  ...["NA", "null", "None", "true", "TRUE", "NO", "t", "0x1F", "007", "1e5", "+5", "-0", "1.10", "9:15", " 5", "5 "],
  ...["2024-02-30", "03/04/2024", "-", "inf", "nan", "1,5", "1_000", "", "12345678901234567890", 'a "b"', "x\ny"],
];

/** Characters available in every encoding and file type. */
const character = fc.constantFrom(..."abcXYZ0129 .,;|'\"-_/%()éÅßñ€");
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: character, maxLength: 12 }));

const grouped = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark);

export function writtenNumber(plain: string, { decimal, thousands }: Pick<Dialect, "decimal" | "thousands">): string {
  const [, sign = "", whole = "", fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  return `${sign}${grouped(whole, thousands)}${fraction === undefined ? "" : decimal + fraction}`;
}

const plainDouble = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
  .map((value) => String(Number(value.toFixed(4)) + 0));

const cellsOf = (kinds: Dialect): fc.Arbitrary<fc.Arbitrary<Cell>> => {
  const number = (plain: fc.Arbitrary<string>) => plain.map((text): Cell => ({ text: writtenNumber(text, kinds) }));
  const date = fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
  const day = date.map((moment): Cell => {
    const [year = "", month = "", of = ""] = moment.toISOString().slice(0, 10).split("-");
    const text = kinds.dayFirst ? `${of}/${month}/${year}` : `${month}/${of}/${year}`;
    return { text, moment: Date.parse(`${year}-${month}-${of}`) };
  });
  const moment = date.map((value): Cell => {
    const ms = Math.floor(value.getTime() / 1000) * 1000;
    return { text: new Date(ms).toISOString().slice(0, 19).replace("T", " "), moment: ms };
  });
  return fc.oneof(
    fc.constant(number(fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }).map(String))),
    fc.constant(number(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String))),
    fc.constant(
      number(
        fc
          .bigInt({ min: 0n, max: 10n ** 8n })
          .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`),
      ),
    ),
    fc.constant(number(plainDouble.filter((text) => !text.includes("e")))),
    fc.constant(fc.boolean().map((flag): Cell => ({ text: String(flag) }))),
    fc.constant(day),
    fc.constant(moment),
    fc.constant(word.map((text): Cell => ({ text }))),
  );
};

export function tables(dialect: Dialect): fc.Arbitrary<RandomTable> {
  return fc.integer({ min: 1, max: 25 }).chain((rows) =>
    fc
      .array(
        cellsOf(dialect).chain((cell) =>
          fc.array(fc.option(cell, { nil: { text: null }, freq: 8 }), { minLength: rows, maxLength: rows }),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((columns) => ({ rows, columns: columns.map((cells, i) => ({ name: `col${i}`, cells })) })),
  );
}

export function csvBytes({ columns, rows }: RandomTable, dialect: Dialect): Buffer {
  const { delimiter, quotesAll, lineEnd, encoding } = dialect;
  const field = (text: string | null) => {
    if (text === null) return "";
    const needsQuotes = quotesAll || text === "" || text.includes(delimiter) || /["\r\n]/.test(text);
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const line = (texts: readonly (string | null)[]) => texts.map(field).join(delimiter);
  const lines = [
    line(["id", ...columns.map(({ name }) => name)]),
    ...Array.from({ length: rows }, (_, row) =>
      line([String(row), ...columns.map(({ cells }) => cells[row]?.text ?? null)]),
    ),
  ];
  const text = lines.join(lineEnd) + lineEnd;
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8 with a mark":
      return Buffer.from(`\ufeff${text}`);
    case "utf-16le":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "windows-1252":
      return Buffer.from(text.replaceAll("€", "\u0080"), "latin1");
  }
}
