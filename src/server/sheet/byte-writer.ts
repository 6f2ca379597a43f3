/** Most answers are small, and memory outside the heap brings on collections. */
const FIRST_BYTES = 1 << 13;
/** What was handed over and given back, kept to be used again. */
const MOST_SPARE = 2;

/** Bytes that grow as they are written, in memory that is used again. */
export class ByteWriter {
  protected bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  protected used = 0;
  readonly #spare: Buffer[] = [];

  get length(): number {
    return this.used;
  }

  /** The bytes since the last call. They are good until the next write. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.used);
    this.used = 0;
    return taken;
  }

  /** The same, but they stay good until `giveBack`, or for ever. */
  handOver(): Buffer {
    const taken = this.take();
    this.bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bytes.length);
    return taken;
  }

  /** Nobody reads any more what was handed over. */
  giveBack({ buffer }: Buffer): void {
    if (this.#spare.length < MOST_SPARE) this.#spare.push(Buffer.from(buffer));
  }

  protected append(from: Buffer): void {
    this.ensure(from.length);
    this.used += from.copy(this.bytes, this.used);
  }

  protected ascii(text: string): void {
    this.ensure(text.length);
    const bytes = this.bytes;
    let at = this.used;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.used = at;
  }

  protected text(text: string): void {
    this.ensure(text.length * 3);
    this.used += this.bytes.write(text, this.used);
  }

  protected copy(from: Uint8Array): void {
    const { length } = from;
    this.ensure(length);
    const bytes = this.bytes;
    let at = this.used;
    for (let i = 0; i < length; i++) bytes[at++] = from[i] as number;
    this.used = at;
  }

  /** A finite number as JavaScript prints it. */
  protected number(value: number): void {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      this.ascii(printed(value));
      return;
    }
    this.ensure(17);
    let rest = value;
    if (value < 0) {
      this.bytes[this.used++] = MINUS;
      rest = -value;
    }
    if (rest < HALF) {
      this.#digits(rest, digitsOf(rest));
      return;
    }
    const upper = Math.floor(rest / HALF);
    this.#digits(upper, digitsOf(upper));
    this.#digits(rest - upper * HALF, HALF_DIGITS);
  }

  #digits(value: number, digits: number): void {
    const bytes = this.bytes;
    let rest = value | 0;
    for (let at = this.used + digits - 1; at >= this.used; at--) {
      const quotient = (rest / 10) | 0;
      bytes[at] = ZERO + (rest - quotient * 10);
      rest = quotient;
    }
    this.used += digits;
  }

  protected ensure(more: number): void {
    if (this.used + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.used + more, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }
}

/** The values of a column come again and again: what was printed last is kept by a hash of the bits of its number. */
const KEPT = 4096;
const keptNumbers = new Float64Array(KEPT).fill(Number.NaN);
const keptTexts: string[] = new Array<string>(KEPT).fill("");
const one = new Float64Array(1);
const halves = new Uint32Array(one.buffer);

function printed(value: number): string {
  one[0] = value;
  const place = Math.imul((halves[0] as number) ^ (halves[1] as number), 0x9e3779b1) >>> 20;
  if (keptNumbers[place] !== value) {
    keptNumbers[place] = value;
    keptTexts[place] = String(value);
  }
  return keptTexts[place] as string;
}

const ZERO = 48;
const MINUS = 45;

/** Safe integers are written in two halves, of which each fits 32 bits. */
const HALF_DIGITS = 8;
const HALF = 10 ** HALF_DIGITS;

function digitsOf(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  if (value < 10_000) return 4;
  if (value < 100_000) return 5;
  if (value < 1_000_000) return 6;
  if (value < 10_000_000) return 7;
  return value < HALF ? 8 : 9;
}
