import { constants, crc32, createDeflateRaw } from "node:zlib";

/** A piece of a file. It may be compressed already, by `deflated`. */
export interface Piece {
  bytes: Buffer;
  /** Of the piece before it was compressed. */
  deflation?: Deflation | undefined;
}

export interface Deflation {
  /** Bytes. */
  size: number;
  /** CRC-32. */
  crc: number;
}

/** More than what the pieces of rows usually come to. */
const OUTPUT_BYTES = 1 << 18;

/** One piece at a time. Making one takes 270 kB of memory, so they are used again. */
class Compressor {
  /** As quick as the first, and an eighth smaller: what is sent is mostly read once. */
  readonly #stream = createDeflateRaw({ level: 2, flush: constants.Z_SYNC_FLUSH, chunkSize: OUTPUT_BYTES });
  #parts: Buffer[] = [];

  constructor() {
    this.#stream.on("data", (part: Buffer) => this.#parts.push(part));
    this.#stream.on("error", () => undefined);
  }

  run(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#parts = [];
      this.#stream.reset();
      this.#stream.write(bytes, (error) => {
        const [first, ...others] = this.#parts;
        if (error) reject(error);
        else resolve(first && others.length === 0 ? first : Buffer.concat(this.#parts));
      });
    });
  }

  close(): void {
    this.#stream.destroy();
  }
}

/** A workbook alone has three at work. */
const MOST_IDLE = 4;
const idle: Compressor[] = [];

/**
 * Compresses a piece by itself, on another thread: such pieces in their order, and `END` after the last, are the
 * compressed file.
 */
export async function deflated(bytes: Buffer): Promise<Piece & { deflation: Deflation }> {
  const compressor = idle.pop() ?? new Compressor();
  const running = compressor.run(bytes);
  const deflation = { size: bytes.length, crc: crc32(bytes) };
  const whole = await running;
  if (idle.length < MOST_IDLE) idle.push(compressor);
  else compressor.close();
  return { bytes: whole, deflation };
}

/** An empty block that says that it is the last. */
export const END = Buffer.from([3, 0]);

export const NOTHING: Deflation = { size: 0, crc: 0 };

/** Of two pieces that follow each other. */
export function joined(first: Deflation, second: Deflation): Deflation {
  const shifted = product(powerOfX(second.size * 8), first.crc);
  return { size: first.size + second.size, crc: (shifted ^ second.crc) >>> 0 };
}

/** The polynomial of CRC-32; the highest bit stands for 1, the next for x. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

function product(a: number, b: number): number {
  let sum = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return sum >>> 0;
}

function powerOfX(exponent: number): number {
  let power = ONE;
  let square = ONE >>> 1;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(square, power);
    square = product(square, square);
  }
  return power;
}
