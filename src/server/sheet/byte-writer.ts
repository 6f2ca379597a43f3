/** Small, because most results are, and off-heap memory triggers collections. */
const FIRST_BYTES = 1 << 13;
const MAX_SPARE = 2;

export class ByteWriter {
  protected bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  protected used = 0;
  readonly #spare: Buffer[] = [];

  get length(): number {
    return this.used;
  }

  /** Returns the bytes since the last call, valid until the next write. */
  take(): Buffer {
    const written = this.bytes.subarray(0, this.used);
    this.used = 0;
    return written;
  }

  /** Like `take`, but valid until `release`. */
  detach(): Buffer {
    const written = this.take();
    this.bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bytes.length);
    return written;
  }

  release({ buffer }: Buffer): void {
    if (this.#spare.length < MAX_SPARE) this.#spare.push(Buffer.from(buffer));
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

  protected number(value: number): void {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      this.ascii(numberText(value));
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

const CACHE_SIZE = 4096;
const cachedNumbers = new Float64Array(CACHE_SIZE).fill(Number.NaN);
const cachedTexts: string[] = new Array<string>(CACHE_SIZE).fill("");
const scratch = new Float64Array(1);
const halves = new Uint32Array(scratch.buffer);

function numberText(value: number): string {
  scratch[0] = value;
  const place = Math.imul((halves[0] as number) ^ (halves[1] as number), 0x9e3779b1) >>> 20;
  if (cachedNumbers[place] !== value) {
    cachedNumbers[place] = value;
    cachedTexts[place] = String(value);
  }
  return cachedTexts[place] as string;
}

const ZERO = 48;
const MINUS = 45;

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
