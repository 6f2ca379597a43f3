import type { BrushPart, ComponentValues, QueryIndex } from "./query-index.ts";

type Flechette = typeof import("@uwdata/flechette");

const HEAD_BYTES = 4;

/** The cells, then for each distinct count its combinations and their groups. */
export async function streamsOf({ bins, groups, components }: QueryIndex): Promise<Uint8Array[]> {
  const flechette = await import("@uwdata/flechette");
  const numbers = components.flatMap((values, i) => ("pairs" in values ? [] : [[`v${i}`, values] as const]));
  const cells = [...bins.map((values, i) => [`b${i}`, values] as const), ["g", groups] as const, ...numbers];
  const counts = components.flatMap((values) => {
    if (!("pairs" in values)) return [];
    const rows = [...values.bins.map((bin, i) => [`b${i}`, bin] as const), ["p", values.pairs] as const];
    return [rows, [["g", values.groups] as const]];
  });
  return [cells, ...counts].map((columns) => streamOf(flechette, columns));
}

type Values = Int32Array | Float64Array | BigInt64Array;

function streamOf(
  { columnFromArray, tableFromColumns, tableToIPC, ...types }: Flechette,
  columns: readonly (readonly [string, Values])[],
): Uint8Array {
  const typeOf = (values: Values) =>
    values instanceof Int32Array ? types.int32() : values instanceof Float64Array ? types.float64() : types.int64();
  // Without a type, arrays are used as they are, but empty ones have none.
  const column = (values: Values) => columnFromArray(values, values.length === 0 ? typeOf(values) : undefined);
  const typed = columns.map(([name, values]) => [name, column(values)] as [string, FlechetteColumn]);
  return tableToIPC(tableFromColumns(typed), { format: "stream" }) ?? new Uint8Array();
}

type FlechetteColumn = ReturnType<Flechette["columnFromArray"]>;

export interface ReadPart {
  part: BrushPart;
  /** Null for a query that isn't covered. */
  index: QueryIndex | null;
}

/** Reads a response as it arrives. */
export async function* readParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<ReadPart> {
  const flechette = await import("@uwdata/flechette");
  const source = new ByteSource(stream.getReader());
  try {
    for (;;) {
      const size = await source.take(HEAD_BYTES);
      if (!size) return;
      const head = await source.take(new DataView(size.buffer).getUint32(0, true));
      if (!head) throw new Error("The response ends within a part");
      const part = JSON.parse(new TextDecoder().decode(head)) as BrushPart;
      if (!part.isCovered) yield { part, index: null };
      else yield { part, index: await readIndex(flechette, part, source) };
    }
  } finally {
    source.cancel();
  }
}

async function readIndex(
  flechette: Flechette,
  { shape, bytes }: Extract<BrushPart, { isCovered: true }>,
  source: ByteSource,
): Promise<QueryIndex> {
  const tables: ReturnType<Flechette["tableFromIPC"]>[] = [];
  for (const length of bytes) {
    const stream = await source.take(length);
    if (!stream) throw new Error("The response ends within a part");
    tables.push(flechette.tableFromIPC(stream, { useBigInt: true }));
  }
  const [cells, ...counts] = tables;
  const column = <V extends Values>(table: (typeof tables)[number] | undefined, name: string) =>
    table?.getChild(name).toArray() as V;
  const binsOf = (table: typeof cells) => shape.sizes.map((_, i) => column<Int32Array>(table, `b${i}`));
  const components = shape.components.map(({ combine }, i): ComponentValues => {
    if (combine !== "distinct") return column<Values>(cells, `v${i}`);
    const [rows, pairs] = counts.splice(0, 2);
    return { bins: binsOf(rows), pairs: column(rows, "p"), groups: column(pairs, "g") };
  });
  return { shape, bins: binsOf(cells), groups: column(cells, "g"), components };
}

class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  /** Undefined at the end. Copied, so that typed arrays of any size can begin at the first byte. */
  async take(length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (this.#length < length) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#chunks.push(value);
      this.#length += value.length;
    }
    const taken = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const [chunk = new Uint8Array()] = this.#chunks;
      const part = chunk.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      if (part.length < chunk.length) this.#chunks[0] = chunk.subarray(part.length);
      else this.#chunks.shift();
    }
    this.#length -= length;
    return taken;
  }

  cancel(): void {
    void this.#reader.cancel().catch(() => undefined);
  }
}
