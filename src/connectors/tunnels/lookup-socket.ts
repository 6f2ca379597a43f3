import { connect, type LookupFunction, Socket } from "node:net";

/** A socket for a driver that names host and port only when it connects: the host is resolved as it was made for. */
export class LookupSocket extends Socket {
  readonly #lookup: LookupFunction;

  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }

  override connect(...given: unknown[]): this {
    const [port, host] = given as [number, string];
    const { connect: connectTo } = Socket.prototype as { connect(options: object): Socket };
    connectTo.call(this, { port, host, lookup: this.#lookup });
    return this;
  }
}

/** A connected socket. Addresses that stand for themselves are looked up too: a server may name them in a redirection. */
export function connectedSocket(place: { host: string; port: number }, lookup: LookupFunction): Promise<Socket> {
  return new Promise((resolve, reject) => {
    lookup(place.host, {}, (error, address) => {
      if (error) return reject(error);
      const socket = connect({ host: String(address), port: place.port }, () => resolve(socket)).once("error", reject);
    });
  });
}
