import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type TlsOptions } from "node:tls";
import { expect } from "vitest";
import type { ConnectionConfig, Connector } from "../connectors/connector.ts";
import { makeCertificate } from "./certificate.ts";

interface Certificates {
  server: { cert: string; key: string };
  untrusted: { cert: string; key: string };
  client: { cert: string; key: string };
}

function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "tessera-tls-"));
  const pem = (name: string) => readFileSync(join(folder, name), "utf8");
  const certificateOf = (name: string) => {
    makeCertificate(folder, name);
    return { cert: pem(`${name}.crt`), key: pem(`${name}.key`) };
  };
  const all = {
    server: certificateOf("server"),
    untrusted: certificateOf("stranger"),
    client: certificateOf("client"),
  };
  rmSync(folder, { recursive: true });
  return all;
}

interface TlsFront {
  port: number;
  close(): void;
}

async function tlsFront(upstreamPort: number, options: TlsOptions): Promise<TlsFront> {
  const open = new Set<Socket>();
  const pass = (one: Socket, other: Socket) => {
    open.add(one);
    one.once("close", () => open.delete(one) && other.destroy());
    one.on("error", () => other.destroy());
    one.pipe(other);
  };
  const server = createServer(options, (secure) => {
    const plain = connect(upstreamPort, "127.0.0.1");
    pass(secure, plain);
    pass(plain, secure);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/**
 * Expects a connector over HTTPS to verify the server against the given certificate only, unless disabled, and to send
 * its client certificate on request. `addressOf` builds the URI for a port with TLS.
 */
export async function expectVerifiedTls(
  connector: Connector,
  upstreamPort: number,
  addressOf: (host: string) => string,
): Promise<void> {
  const config = { timeoutMs: 10_000 };
  const connectWith = async (changed: Omit<ConnectionConfig, "timeoutMs">) => {
    const connection = await connector.connect({ ...config, ...changed });
    try {
      return (await connection.run("SELECT 1 AS one")).columns[0]?.values[0];
    } finally {
      await connection.close();
    }
  };
  const refusal = { status: 400, body: { errors: [{ error_type: expect.stringMatching(/^CONNECTION_|GENERIC_DB/) }] } };

  const { server, untrusted, client } = makeCertificates();
  const front = await tlsFront(upstreamPort, server);
  const uri = addressOf(`localhost:${front.port}`);
  const unverified = `${uri}${uri.includes("?") ? "&" : "?"}verify=false`;
  try {
    expect(await connectWith({ uri, serverCert: server.cert })).toBe(1);
    expect(await connectWith({ uri: unverified })).toBe(1);
    await expect(connectWith({ uri })).rejects.toMatchObject(refusal);
    await expect(connectWith({ uri, serverCert: untrusted.cert })).rejects.toMatchObject(refusal);
    await expect(connectWith({ uri: unverified, serverCert: untrusted.cert })).rejects.toMatchObject(refusal);
    const byNumber = addressOf(`127.0.0.1:${front.port}`);
    await expect(connectWith({ uri: byNumber, serverCert: server.cert })).rejects.toMatchObject(refusal);
  } finally {
    front.close();
  }

  const strict = await tlsFront(upstreamPort, { ...server, requestCert: true, ca: client.cert });
  const strictly = { uri: addressOf(`localhost:${strict.port}`), serverCert: server.cert };
  try {
    expect(await connectWith({ ...strictly, connectArguments: { sslcert: client.cert, sslkey: client.key } })).toBe(1);
    await expect(connectWith(strictly)).rejects.toMatchObject(refusal);
  } finally {
    strict.close();
  }
}
