import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import ssh from "ssh2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newHostKey, type SshServerOptions, startSshServer } from "../../testing/ssh-server.ts";
import type { ConnectionConfig, TunnelSettings } from "../connector.ts";
import { createConnectors } from "../index.ts";
import { SshTunnel } from "./ssh-tunnel.ts";

let echo: Server;
let echoPort: number;

beforeAll(async () => {
  echo = createServer((socket) => socket.on("error", () => undefined).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  echoPort = (echo.address() as AddressInfo).port;
});
afterAll(() => echo.close());

const PLACE = { host: "echo.internal", port: 7 };
const PASSWORD = "open sesame";

interface World extends Partial<SshServerOptions> {
  settings?: Partial<TunnelSettings>;
  place?: typeof PLACE;
}

async function withTunnel<T>(
  { settings, place = PLACE, ...options }: World,
  work: (world: { tunnel: SshTunnel; port: number; server: Awaited<ReturnType<typeof startSshServer>> }) => Promise<T>,
): Promise<T> {
  const server = await startSshServer({ password: PASSWORD, places: { "echo.internal:7": echoPort }, ...options });
  const base = { host: "127.0.0.1", port: server.port, username: "jumper" };
  const tunnel = new SshTunnel({ ...base, password: PASSWORD, ...settings }, place);
  try {
    return await work({ tunnel, port: await tunnel.listen(), server });
  } finally {
    await tunnel.close();
    await server.stop();
  }
}

async function echoOf(port: number, text: string): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1");
  try {
    return await new Promise((resolve, reject) => {
      socket.once("data", (data) => resolve(String(data))).once("close", () => reject(new Error("closed")));
      socket.once("error", reject).write(text);
    });
  } finally {
    socket.destroy();
  }
}

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (found: { body?: { errors?: { error_type: string; message: string }[] } }) => found,
  );
  const [first] = error?.body?.errors ?? [];
  return [first?.error_type, first?.message.replaceAll(/127\.0\.0\.1:\d+/g, "HERE")];
};

describe("a tunnel", () => {
  test("forwards many connections over one SSH connection to a host that only the SSH server knows", () =>
    withTunnel({}, async ({ tunnel, port, server }) => {
      expect(server.connections).toBe(0);
      const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
      const answers = await tunnel.within(() => Promise.all(texts.map((text) => echoOf(port, text))));
      expect(answers).toEqual(texts);
      expect(server.connections).toBe(1);
    }));

  test("reconnects after it was lost", () =>
    withTunnel({}, async ({ tunnel, port, server }) => {
      expect(await echoOf(port, "before")).toBe("before");
      server.drop();
      await expect.poll(() => tunnel.within(() => echoOf(port, "after")).catch(() => "lost")).toBe("after");
      expect(server.connections).toBe(2);
    }));

  test("isn't opened once it was closed", () =>
    withTunnel({}, async ({ tunnel, port, server }) => {
      await tunnel.close();
      await expect(tunnel.within(() => echoOf(port, "late"))).rejects.toThrow();
      expect(server.connections).toBe(0);
    }));

  const keys = ssh.utils.generateKeyPairSync("ed25519", { passphrase: "key pass", cipher: "aes256-ctr", rounds: 16 });
  test.each<[string, World]>([
    ["a password in a dialog", { password: "another", dialog: PASSWORD }],
    [
      "a private key with a passphrase",
      {
        publicKey: keys.public,
        settings: { password: undefined, privateKey: keys.private, passphrase: "key pass" },
      },
    ],
  ])("supports %s", (_, world) =>
    withTunnel(world, async ({ tunnel, port }) => {
      expect(await tunnel.within(() => echoOf(port, "in"))).toBe("in");
    }),
  );

  test("reports the server's key, and rejects others once it is known", async () => {
    const shown: string[] = [];
    const hostKey = newHostKey();
    const settings = { onHostKey: (key: string) => shown.push(key) };
    await withTunnel({ hostKey, settings }, ({ tunnel, port }) => tunnel.within(() => echoOf(port, "first")));
    const [known = ""] = shown;
    expect(known).toMatch(/^SHA256:[\w+/]{43}$/);
    const pinned = { settings: { hostKey: known } };
    await withTunnel({ ...pinned, hostKey }, ({ tunnel, port }) => tunnel.within(() => echoOf(port, "same")));
    await withTunnel(pinned, async ({ tunnel, port }) => {
      const [type, message] = await failure(tunnel.within(() => echoOf(port, "other")));
      expect(type).toBe("CONNECTION_ACCESS_DENIED_ERROR");
      expect(message).toContain(`than before (${known})`);
      await expect(echoOf(port, "round about")).rejects.toThrow("closed");
    });
  });

  test.each<[string, World, string, RegExp]>([
    [
      "a wrong password",
      { settings: { password: "guess" } },
      "CONNECTION_ACCESS_DENIED_ERROR",
      /^The SSH server HERE rejected the username, password or private key\.$/,
    ],
    [
      "an invalid private key",
      { settings: { password: undefined, privateKey: "scribble" } },
      "CONNECTION_ACCESS_DENIED_ERROR",
      /^Can't read the SSH tunnel's private key: /,
    ],
    [
      "a private key without its passphrase",
      { settings: { password: undefined, privateKey: keys.private } },
      "CONNECTION_ACCESS_DENIED_ERROR",
      /^Can't read the SSH tunnel's private key: /,
    ],
    [
      "an unreachable server",
      { settings: { port: 1 } },
      "CONNECTION_HOST_DOWN_ERROR",
      /^Can't connect to the SSH server .*REFUSED/,
    ],
    [
      "a forbidden host",
      {
        settings: {
          lookup: (host, _options, callback) => callback(new Error(`not ${host}`), "", 4),
          host: "jump.internal",
        },
      },
      "CONNECTION_HOST_DOWN_ERROR",
      /^Can't connect to the SSH server .*: not jump\.internal$/,
    ],
    [
      "a host that the server can't resolve",
      { place: { host: "nowhere.internal", port: 5432 } },
      "CONNECTION_HOST_DOWN_ERROR",
      /^The SSH server can't reach a database at nowhere\.internal:5432: /,
    ],
  ])("reports the problem: %s", (_, world, type, message) =>
    withTunnel(world, async ({ tunnel, port }) => {
      const found = await failure(tunnel.within(() => echoOf(port, "x")));
      expect(found).toEqual([type, expect.stringMatching(message)]);
    }),
  );
});

const SERVERS = [
  ["PostgreSQL", process.env.TESSERA_TEST_POSTGRES_URL?.replace("postgres:", "postgresql:")],
  ["MariaDB", process.env.TESSERA_TEST_MARIADB_URL],
  ["ClickHouse", process.env.TESSERA_TEST_CLICKHOUSE_URL],
] as const;

describe.each(SERVERS)("%s behind an SSH server", (_, uri = "") => {
  const [engine = "", user = "", , port = ""] = /^(\w+):\/\/(.*@)?([^/:]+):(\d+)/.exec(uri)?.slice(1) ?? [];
  const behind = uri
    .replace(`@127.0.0.1:${port}`, "@db.internal:1234")
    .replace(/:\/\/127\.0\.0\.1:\d+/, "://db.internal:1234");
  const connector = createConnectors({ duckdb: {} as never }).find(
    (one) => one.engine === engine || one.schemes?.includes(engine),
  );

  test.skipIf(uri === "")("runs, streams and describes queries", async () => {
    expect(behind).toContain(`${user}db.internal:1234`);
    const server = await startSshServer({ password: PASSWORD, places: { "db.internal:1234": Number(port) } });
    const tunnel = { host: "127.0.0.1", port: server.port, username: "jumper", password: PASSWORD };
    const config: ConnectionConfig = { uri: behind, timeoutMs: 20_000, tunnel };
    const connection = await connector!.connect(config);
    try {
      const { columns } = await connection.run("SELECT 6 * 7 AS answer");
      expect(Number(columns[0]?.values[0])).toBe(42);
      let rows = 0;
      for await (const batch of connection.stream("SELECT 1 AS a UNION ALL SELECT 2 AS a")) rows += batch.rows;
      expect(rows).toBe(2);
      expect(await connection.describe("SELECT 1 AS a")).toMatchObject([{ name: "a" }]);
      await expect(connection.run("SELECT nothing FROM nowhere")).rejects.toMatchObject({ body: { errors: [{}] } });
      server.drop();
      await expect
        .poll(() =>
          connection.run("SELECT 1 AS a").then(
            ({ rows: found }) => found,
            () => 0,
          ),
        )
        .toBe(1);
      expect(server.connections).toBe(2);
    } finally {
      await connection.close();
      await server.stop();
    }
    await expect(connection.run("SELECT 1 AS a")).rejects.toThrow();
  });
});
