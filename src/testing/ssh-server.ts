import { type AddressInfo, connect } from "node:net";
import ssh, { type Connection } from "ssh2";

export interface TestSshServer {
  port: number;
  readonly connections: number;
  drop(): void;
  stop(): Promise<void>;
}

export interface SshServerOptions {
  /** Credentials of `jumper`: a password, entered directly or interactively, or an OpenSSH public key. */
  password?: string;
  dialog?: string;
  publicKey?: string;
  places: Readonly<Record<string, number>>;
  hostKey?: string;
  port?: number;
}

/** ssh2 writes one in 200 of its keys so that it can't read them. */
export function newHostKey(): string {
  const { private: key } = ssh.utils.generateKeyPairSync("ed25519");
  return ssh.utils.parseKey(key) instanceof Error ? newHostKey() : key;
}

export async function startSshServer(options: SshServerOptions): Promise<TestSshServer> {
  const { hostKey = newHostKey(), port = 0 } = options;
  const open = new Set<Connection>();
  let connections = 0;
  const server = new ssh.Server({ hostKeys: [hostKey] }, (client) => {
    open.add(client);
    connections += 1;
    client.on("error", () => undefined).on("close", () => open.delete(client));
    client.on("authentication", (attempt) => {
      const isKnown = attempt.username === "jumper";
      const key = options.publicKey === undefined ? undefined : ssh.utils.parseKey(options.publicKey);
      if (isKnown && attempt.method === "password" && attempt.password === options.password) return attempt.accept();
      if (isKnown && attempt.method === "keyboard-interactive" && options.dialog !== undefined) {
        return attempt.prompt("Password: ", ([answer]) =>
          answer === options.dialog ? attempt.accept() : attempt.reject(),
        );
      }
      const isKey = isKnown && attempt.method === "publickey" && key && !(key instanceof Error);
      if (isKey && key.getPublicSSH().equals(attempt.key.data)) {
        const isSigned =
          !attempt.signature || key.verify(attempt.blob ?? Buffer.alloc(0), attempt.signature, attempt.hashAlgo);
        return isSigned === true ? attempt.accept() : attempt.reject();
      }
      attempt.reject();
    });
    client.on("tcpip", (accept, reject, { destIP, destPort }) => {
      const at = options.places[`${destIP}:${destPort}`];
      const socket = connect(at ?? 0, "127.0.0.1");
      socket.once("error", () => reject()).once("connect", () => socket.pipe(accept()).pipe(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    drop: () => {
      for (const client of open) client.end();
    },
    stop: () =>
      new Promise((resolve) => {
        for (const client of open) client.end();
        server.close(() => resolve());
      }),
  };
}
