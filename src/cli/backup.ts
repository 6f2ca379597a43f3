import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { copyFile, link, mkdtemp, open, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { configure, type Entry, type FileEntry, Reader, ZipReader, ZipWriter } from "@zip.js/zip.js";
import { z } from "zod";
import { CommandError } from "../server/command-error.ts";
import type { Config } from "../server/config/config.ts";
import { loadSecrets, secretsOf } from "../server/config/secrets.ts";
import { dumpStore, loadDump, type Row, StoreNotEmptyError, UnfitRowError } from "../server/store/dump.ts";
import { MIGRATIONS } from "../server/store/migrations/index.ts";

/**
 * A ZIP with `backup.json`, the rows of each table as lines of JSON (`store/users.jsonl`), and from the home folder the
 * secret and the uploaded data.
 */

const FORMAT = 1;
const INDEX = "backup.json";
const SECRET = "secret.key";
const UPLOADS = "uploads.duckdb";
const HOME_FILES = [UPLOADS, `${UPLOADS}.wal`] as const;
const OWNER_ONLY = 0o600;
const COPY_ATTEMPTS = 20;
const COPY_PAUSE_MS = 500;
const PROBE = "tessera backup";

const Index = z.object({
  format: z.number(),
  created_on: z.string(),
  migrations: z.array(z.string()),
  /** Encrypted with the secret, to recognize it. */
  probe: z.string(),
});

export interface BackupSummary {
  rows: number;
  tables: number;
  hasSecret: boolean;
  hasUploads: boolean;
}

configure({ useWebWorkers: false });

const storeOf = ({ databaseUrl, home }: Config) => ({ url: databaseUrl, file: join(home, "tessera.db") });
const secretsIn = ({ secret, previousSecret, home }: Config) =>
  secret ? secretsOf(secret, previousSecret) : loadSecrets(home);

/** Servers can run meanwhile. The file appears when it is complete. */
export async function writeBackup(config: Config, file: string): Promise<BackupSummary> {
  if (existsSync(file)) throw new CommandError(`${file} already exists.`);
  if (!existsSync(dirname(file))) throw new CommandError(`The folder ${dirname(file)} doesn't exist.`);
  const draft = join(dirname(file), `.${randomUUID()}.backup`);
  const copies = await mkdtemp(join(config.home, "backup-"));
  try {
    const zip = new ZipWriter(Writable.toWeb(createWriteStream(draft, { mode: OWNER_ONLY, flags: "wx" })), {
      zip64: true,
      level: 1,
      bufferedWrite: false,
    });
    const summary = await dumpStore(storeOf(config), async (dump) => {
      const index: z.input<typeof Index> = {
        format: FORMAT,
        created_on: new Date().toISOString(),
        migrations: [...dump.migrations],
        probe: secretsIn(config).seal(PROBE),
      };
      await add(zip, INDEX, [JSON.stringify(index, null, 2)]);
      let rows = 0;
      for (const table of dump.tables) {
        const counted = linesOf(dump.rowsOf(table), (count) => {
          rows += count;
        });
        await add(zip, `store/${table}.jsonl`, counted);
      }
      return { rows, tables: dump.tables.length };
    });
    const secretFile = join(config.home, SECRET);
    const hasSecret = config.secret === undefined && existsSync(secretFile);
    if (hasSecret) await addFile(zip, SECRET, secretFile);
    const uploads = await copyUploads(config.home, copies);
    for (const name of uploads) await addFile(zip, name, join(copies, name));
    await zip.close();
    await publish(draft, file);
    return { ...summary, hasSecret, hasUploads: uploads.length > 0 };
  } finally {
    await rm(copies, { recursive: true, force: true });
    await rm(draft, { force: true });
  }
}

/** Fails if the file exists by now. */
async function publish(draft: string, file: string): Promise<void> {
  const handle = await open(draft);
  await handle.sync();
  await handle.close();
  await link(draft, file);
  await unlink(draft);
}

type Zip = ZipWriter<unknown>;

async function add(zip: Zip, name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const readable = Readable.toWeb(Readable.from(encoded(pieces), { objectMode: false }));
  await zip.add(name, readable as ReadableStream<Uint8Array>);
}

async function* encoded(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

async function addFile(zip: Zip, name: string, path: string): Promise<void> {
  const handle = await open(path);
  try {
    await zip.add(name, handle.readableWebStream({ autoClose: false }) as ReadableStream<Uint8Array>);
  } finally {
    await handle.close();
  }
}

async function* linesOf(batches: AsyncIterable<Row[]>, count: (rows: number) => void): AsyncGenerator<string> {
  for await (const rows of batches) {
    count(rows.length);
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  }
}

/** Unchanged while they are copied, the data file and its log are what a killed server would leave: complete. */
async function copyUploads(home: string, copies: string): Promise<string[]> {
  for (let attempt = 0; attempt < COPY_ATTEMPTS; attempt++) {
    if (attempt > 0) await delay(COPY_PAUSE_MS);
    const before = await marksOf(home);
    const names = HOME_FILES.filter((name) => before.has(name));
    for (const name of HOME_FILES) await rm(join(copies, name), { force: true });
    const isCopied = await Promise.all(names.map((name) => copyFile(join(home, name), join(copies, name)))).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? false : Promise.reject(error)),
    );
    const after = await marksOf(home);
    if (isCopied && HOME_FILES.every((name) => before.get(name) === after.get(name))) return [...names];
  }
  throw new CommandError("Data is being uploaded without a pause. Try again later.");
}

async function marksOf(home: string): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  for (const name of HOME_FILES) {
    const found = await stat(join(home, name), { bigint: true }).catch(() => undefined);
    if (found) marks.set(name, `${found.ino} ${found.size} ${found.mtimeNs}`);
  }
  return marks;
}

/** Into an empty store and a home folder without uploads; nothing is overwritten, and a failure leaves nothing behind. */
export async function restoreBackup(config: Config, file: string): Promise<BackupSummary> {
  const handle = await open(file).catch((error: Error) => {
    throw new CommandError(`Can't read ${file}: ${error.message}`);
  });
  const reader = new ZipReader(new HandleReader(handle));
  const written: string[] = [];
  try {
    const entries = new Map((await entriesIn(reader, file)).map((entry) => [entry.filename, entry]));
    const index = await indexIn(entries, file);
    assertNoUploads(config);
    if (await restoreSecret(config, entries, index.probe)) written.push(join(config.home, SECRET));
    const uploads = HOME_FILES.filter((name) => entries.has(name));
    for (const name of uploads) {
      written.push(join(config.home, `${name}.restoring`));
      await extract(entries.get(name), join(config.home, `${name}.restoring`));
    }
    const counted = await loadRows(config, entries, index.migrations);
    for (const name of uploads) await rename(join(config.home, `${name}.restoring`), join(config.home, name));
    return { ...counted, hasSecret: entries.has(SECRET), hasUploads: uploads.length > 0 };
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    throw isDamage(error) ? new CommandError(`${file} is damaged: ${(error as Error).message}`) : error;
  } finally {
    await reader.close();
    await handle.close();
  }
}

function assertNoUploads({ home }: Config): void {
  const present = HOME_FILES.find((name) => existsSync(join(home, name)));
  if (present)
    throw new CommandError(`${join(home, present)} already exists. Restore into a home folder without uploaded data.`);
}

async function loadRows(
  config: Config,
  entries: ReadonlyMap<string, FileEntry>,
  migrations: readonly string[],
): Promise<{ rows: number; tables: number }> {
  const counted = { rows: 0, tables: 0 };
  const rowsOf = async function* (table: string) {
    const entry = entries.get(`store/${table}.jsonl`);
    if (!entry) return;
    counted.tables += 1;
    for await (const batch of rowsIn(entry)) {
      counted.rows += batch.length;
      yield batch;
    }
  };
  await loadDump(storeOf(config), { migrations, rowsOf }, MIGRATIONS).catch((error: unknown) => {
    if (error instanceof UnfitRowError) throw new CommandError(`Nothing was restored: ${error.message}`);
    if (!(error instanceof StoreNotEmptyError)) throw error;
    throw new CommandError("The store isn't empty. Restore into a new home folder or an empty database.");
  });
  return counted;
}

/** Errors of the ZIP reader, and of JSON that was cut. */
const isDamage = (error: unknown) =>
  error instanceof SyntaxError ||
  (error instanceof Error && /^(Invalid|Bad|Unexpected|File format|ERR_)/.test(error.message));

class HandleReader extends Reader<unknown> {
  readonly #handle: Awaited<ReturnType<typeof open>>;

  constructor(handle: Awaited<ReturnType<typeof open>>) {
    super(undefined);
    this.#handle = handle;
  }

  override async init(): Promise<void> {
    await super.init?.();
    this.size = (await this.#handle.stat()).size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await this.#handle.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  }
}

async function entriesIn(reader: ZipReader<unknown>, file: string): Promise<FileEntry[]> {
  const entries: Entry[] = await reader.getEntries().catch(() => {
    throw notBackup(file);
  });
  return entries.filter((entry): entry is FileEntry => !entry.directory);
}

const notBackup = (file: string) => new CommandError(`${file} isn't a backup.`);

async function indexIn(entries: ReadonlyMap<string, FileEntry>, file: string): Promise<z.infer<typeof Index>> {
  const entry = entries.get(INDEX);
  if (!entry) throw notBackup(file);
  const parsed = Index.safeParse(JSON.parse(await text(streamOf(entry))));
  if (!parsed.success) throw notBackup(file);
  const unknown = parsed.data.migrations.filter((name) => !MIGRATIONS.some((known) => known.name === name));
  if (parsed.data.format > FORMAT || unknown.length > 0)
    throw new CommandError(`${file} was made by a newer version of Tessera.`);
  return parsed.data;
}

/** Returns whether it wrote the secret's file. */
async function restoreSecret(config: Config, entries: ReadonlyMap<string, FileEntry>, probe: string): Promise<boolean> {
  const path = join(config.home, SECRET);
  const entry = entries.get(SECRET);
  const isNeeded = config.secret === undefined && !existsSync(path);
  if (isNeeded) {
    if (!entry) throw new CommandError("Set TESSERA_SECRET_KEY to the secret of the server that was backed up.");
    await writeFile(path, await text(streamOf(entry)), { mode: OWNER_ONLY, flag: "wx" });
  }
  try {
    secretsIn(config).open(probe);
    return isNeeded;
  } catch {
    if (isNeeded) await rm(path, { force: true });
    throw new CommandError("The backup was made with another secret, so its stored passwords couldn't be decrypted.");
  }
}

/** Content as it is extracted. */
function streamOf(entry: FileEntry): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const done = entry.getData(writable);
  const stream = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]);
  done.catch((error: Error) => stream.destroy(error));
  return stream;
}

const ROWS_PER_BATCH = 2000;

async function* rowsIn(entry: FileEntry): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const line of linesIn(streamOf(entry))) {
    batch.push(JSON.parse(line) as Row);
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Node's readline also ends lines at U+2028 and U+2029, which JSON strings may contain. */
async function* linesIn(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stream.setEncoding("utf8") as AsyncIterable<string>) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

async function extract(entry: FileEntry | undefined, path: string): Promise<void> {
  await rm(path, { force: true });
  await entry?.getData(Writable.toWeb(createWriteStream(path, { mode: OWNER_ONLY, flags: "wx" })));
}
