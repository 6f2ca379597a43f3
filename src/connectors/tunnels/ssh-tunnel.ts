import { createHash } from "node:crypto";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { Client, ClientErrorExtensions, ConnectConfig } from "ssh2";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { TunnelSettings } from "../connector.ts";

const READY_MS = 20_000;
const KEEPALIVE_MS = 30_000;
const LOOPBACK = "127.0.0.1";

/**
 * Forwards a loopback port to one host behind an SSH server. All connections share one SSH connection, which is opened
 * on demand and reopened when it is lost.
 */
export class SshTunnel {
  #settings: TunnelSettings;
  readonly #place: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #listener: Server | undefined;
  #client: Promise<Client> | undefined;
  #isClosed = false;
  #refusal: unknown;

  constructor(settings: TunnelSettings, place: { host: string; port: number }) {
    this.#settings = settings;
    this.#place = place;
  }

  /** Returns the loopback port; doesn't contact the SSH server yet. */
  async listen(): Promise<number> {
    const listener = createServer({ noDelay: true }, (socket) => void this.#forward(socket));
    this.#listener = listener;
    await new Promise<void>((resolve, reject) => {
      listener.once("error", reject).listen(0, LOOPBACK, resolve);
    });
    // An idle database doesn't keep the process alive.
    listener.unref();
    return (listener.address() as AddressInfo).port;
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    // After closing, the work itself reports the error.
    if (!this.#isClosed) await this.#opened();
    this.#refusal = undefined;
    try {
      return await work();
    } catch (error) {
      throw this.#refusal ?? error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listener?.close();
    for (const socket of this.#sockets) socket.destroy();
    const client = await this.#client?.catch(() => undefined);
    client?.end();
  }

  #opened(): Promise<Client> {
    this.#client ??= this.#open();
    return this.#client;
  }

  #open(): Promise<Client> {
    const onHostKey = (hostKey: string) => {
      this.#settings.onHostKey?.(hostKey);
      this.#settings = { ...this.#settings, hostKey };
    };
    const opening = openClient({ ...this.#settings, onHostKey }, () => {
      if (this.#client === opening) this.#client = undefined;
    });
    return opening;
  }

  async #forward(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => this.#sockets.delete(socket));
    try {
      const client = await this.#opened();
      const { host, port } = this.#place;
      client.forwardOut(LOOPBACK, socket.remotePort ?? 0, host, port, (error, channel) => {
        if (error) {
          this.#refusal = refused(this.#place, error);
          socket.destroy();
          return;
        }
        channel.on("error", () => socket.destroy()).on("close", () => socket.destroy());
        socket.once("close", () => channel.destroy());
        socket.pipe(channel).pipe(socket);
      });
    } catch (error) {
      this.#refusal = error;
      socket.destroy();
    }
  }
}

async function openClient(settings: TunnelSettings, onLost: () => void): Promise<Client> {
  const { default: ssh } = await import("ssh2");
  const client = new ssh.Client();
  const { host, port, lookup } = settings;
  const socket = connect({ host, port, ...(lookup ? { lookup } : {}) });
  // The client has no error handler until it has read the private key.
  socket.on("error", () => undefined);
  socket.setNoDelay(true).unref();
  const shown: { key?: string } = {};
  try {
    await new Promise<void>((resolve, reject) => {
      client
        .once("ready", resolve)
        .on("error", reject)
        .once("close", () => reject(new Error(t("The connection was closed."))))
        .on("keyboard-interactive", (...[, , , prompts, answer]) => answer(prompts.map(() => settings.password ?? "")))
        .connect({ sock: socket, ...signInConfig(settings, (key) => (shown.key = key)) });
    });
  } catch (error) {
    socket.destroy();
    onLost();
    throw failed(settings, shown.key, error as Error & ClientErrorExtensions);
  }
  client.once("close", onLost);
  if (shown.key !== undefined) settings.onHostKey?.(shown.key);
  return client;
}

function signInConfig(settings: TunnelSettings, onKey: (fingerprint: string) => void): ConnectConfig {
  const { username, password, privateKey, passphrase, hostKey } = settings;
  return {
    username,
    ...(password ? { password, tryKeyboard: true } : {}),
    ...(privateKey ? { privateKey } : {}),
    ...(passphrase ? { passphrase } : {}),
    readyTimeout: READY_MS,
    keepaliveInterval: KEEPALIVE_MS,
    hostVerifier: (key: Buffer) => {
      const fingerprint = fingerprintOf(key);
      onKey(fingerprint);
      return hostKey === undefined || hostKey === fingerprint;
    },
  };
}

const fingerprintOf = (key: Buffer) => `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

const INVALID = { extra: { invalid: ["ssh_tunnel"] } };

function failed(settings: TunnelSettings, shown: string | undefined, error: Error & ClientErrorExtensions) {
  const { host, port, hostKey } = settings;
  const server = `${host}:${port}`;
  const invalid = { ...INVALID, cause: error };
  if (error.name === "TesseraError") return error;
  if (hostKey !== undefined && shown !== undefined && shown !== hostKey) {
    const message = t(
      "The SSH server {server} has a different key ({shown}) than before ({hostKey}). If this is expected, enter the tunnel's password or private key again.",
      { server, shown, hostKey },
    );
    return typedError("CONNECTION_ACCESS_DENIED_ERROR", message, invalid);
  }
  if (error.level === "client-authentication") {
    const message = t("The SSH server {server} rejected the username, password or private key.", { server });
    return typedError("CONNECTION_ACCESS_DENIED_ERROR", message, invalid);
  }
  if (/privateKey|passphrase/i.test(error.message)) {
    const message = t("Can't read the SSH tunnel's private key: {reason}", {
      reason: error.message.replace(/^Cannot parse privateKey: /, ""),
    });
    return typedError("CONNECTION_ACCESS_DENIED_ERROR", message, invalid);
  }
  return typedError(
    "CONNECTION_HOST_DOWN_ERROR",
    t("Can't connect to the SSH server {server}: {reason}", { server, reason: error.message }),
    invalid,
  );
}

const refused = ({ host, port }: { host: string; port: number }, cause: Error) =>
  typedError(
    "CONNECTION_HOST_DOWN_ERROR",
    t("The SSH server can't reach a database at {address}: {reason}", {
      address: `${host}:${port}`,
      reason: cause.message.replace(/^\(SSH\) /, ""),
    }),
    { extra: { invalid: ["host", "port"] }, cause },
  );
