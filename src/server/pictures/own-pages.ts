import type { App } from "../app.ts";
import type { Config } from "../config/config.ts";

/** Where this process serves pages to the local browser. Use it as `app.once(ownPages)`. */
export interface OwnPages {
  origin(): Promise<string>;
  serveBy(open: () => Promise<string>): void;
}

export function ownPages(_app: App): OwnPages {
  let open = (): Promise<string> => Promise.reject(new Error("this process serves no pages"));
  let opened: Promise<string> | undefined;
  return {
    origin: () => {
      opened ??= open();
      opened.catch(() => {
        opened = undefined;
      });
      return opened;
    },
    serveBy: (next) => {
      open = next;
      opened = undefined;
    },
  };
}

/** Of links in messages. */
export function publicUrl({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string {
  return publicUrl ?? loopbackOrigin(host, port);
}

/** A server that listens on all addresses is reached by loopback. */
export function loopbackOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
