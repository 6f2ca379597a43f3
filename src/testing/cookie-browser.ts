/** A minimal browser for sign-in: cookies by host and path, and redirects one by one. */
export interface CookieBrowser {
  /** Follows redirects until none is left, or the target matches `until`. Returns where it ended. */
  open(address: string, until?: RegExp): Promise<{ address: string; status: number; text: string }>;
  ask(address: string, init?: RequestInit): Promise<Response>;
  cookie(origin: string, name: string): string | undefined;
  setCookie(origin: string, name: string, value: string): void;
}

interface Cookie {
  host: string;
  name: string;
  value: string;
  path: string;
}

const MAX_REDIRECTS = 20;

export function cookieBrowser(): CookieBrowser {
  let cookies: Cookie[] = [];
  const keep = (cookie: Cookie) => {
    cookies = cookies.filter(
      ({ host, name, path }) => !(host === cookie.host && name === cookie.name && path === cookie.path),
    );
    if (cookie.value !== "") cookies.push(cookie);
  };
  const ask = async (address: string, init: RequestInit = {}) => {
    const { host, pathname } = new URL(address);
    const sent = cookies
      .filter((cookie) => cookie.host === host && pathname.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`);
    const headers = {
      accept: "text/html",
      ...(init.headers as object),
      ...(sent.length ? { cookie: sent.join("; ") } : {}),
    };
    const response = await fetch(address, { redirect: "manual", ...init, headers });
    for (const text of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = text.split(/;\s*/);
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? "/";
      keep({
        host,
        name,
        path,
        value: attributes.some((one) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(one)) ? "" : value,
      });
    }
    return response;
  };
  return {
    ask,
    cookie: (origin, name) => cookies.find((one) => one.host === new URL(origin).host && one.name === name)?.value,
    setCookie: (origin, name, value) => {
      const { host } = new URL(origin);
      const path = cookies.find((one) => one.host === host && one.name === name)?.path ?? "/";
      keep({ host, name, path, value });
    },
    open: async (address, until) => {
      let at = address;
      for (let steps = 0; steps < MAX_REDIRECTS; steps++) {
        const response = await ask(at);
        const location = response.headers.get("location");
        if (location === null) return { address: at, status: response.status, text: await response.text() };
        at = new URL(location, at).href;
        if (until?.test(at)) return { address: at, status: response.status, text: "" };
      }
      throw new Error(`too many redirects: ${at}`);
    },
  };
}
