import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inLocale } from "../../i18n/node.ts";
import { notFound } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { DEFAULT_LIMITS } from "../config/config.ts";
import { compress, type Encoding, encodingsFor } from "./answers.ts";
import { type Chosen, chosenAppearance, inAppearance, systemThemes, withThemes } from "./appearance.ts";
import { pathOf } from "./failures.ts";
import { inLanguage } from "./page-language.ts";
import { escaped, pagePieces } from "./page-pieces.ts";
import { callerOf, localeOf } from "./request-context.ts";
import { RawReply, type Resource } from "./route.ts";
import { framedBy } from "./security-headers.ts";

/** The browser's part: files with a digest in their name under `/static/`, and one HTML page for every address. */

const IMMUTABLE = "public, max-age=31536000, immutable";
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  ico: "image/x-icon",
  woff2: "font/woff2",
  woff: "font/woff",
  wasm: "application/wasm",
  html: "text/html; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** The page that loads the interface, with nothing but how it looks to the asker and what there is. */
export async function shellPage(app: App, appearance?: Chosen): Promise<RawReply> {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" };
  const [html, themes] = await Promise.all([
    readFile(join(app.config.webFolder, "index.html"), "utf8").catch(() => undefined),
    systemThemes(app.db),
  ]);
  if (html !== undefined) {
    const plain = await withThemes(await inLanguage(withSettings(html, app), app), themes, app);
    return new RawReply(inAppearance(plain, appearance), headers);
  }
  return new RawReply("The interface is not built yet. Run: npm run build\n", { "content-type": "text/plain" }, 503);
}

/** Which tiles maps show, which chart types there are not and how long requests may take, for the browser to read. */
function withSettings(html: string, { config: { mapTiles, disabledChartTypes, limits } }: App): string {
  const metas = [
    ...(limits.webTimeoutMs === DEFAULT_LIMITS.webTimeoutMs
      ? []
      : [`<meta name="web-timeout" content="${limits.webTimeoutMs}" />`]),
    ...(mapTiles
      ? [`<meta name="map-tiles" content="${escaped(mapTiles.url)}" data-credit="${escaped(mapTiles.credit)}" />`]
      : []),
    ...(disabledChartTypes.length > 0
      ? [`<meta name="chart-types-off" content="${escaped(disabledChartTypes.join(","))}" />`]
      : []),
  ];
  return html.replace("<head>", () => `<head>${metas.join("")}`);
}

/** Pages of the browser's part; whatever else is asked for is answered by `sendMissing`. */
export function addPages(server: FastifyInstance, app: App, { resources, sendMissing }: Rest): void {
  server.get("/static/*", (request, reply) => sendAsset(app, request, reply));
  server.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return sendMissing(request, reply);
    const { user } = await callerOf(app, request);
    if (user.isAnonymous && user.roles.every((role) => role.pairs.length === 0) && !isOpenPage(request)) {
      return reply.redirect(signInAddress(request));
    }
    const locale = localeOf(request, user);
    const page = await inLocale(locale, () => shellPage(app, chosenAppearance(request)));
    reply.code(page.status).headers(page.headers);
    if (isChartAlone(request)) reply.removeHeader("x-frame-options").headers(framedBy([], app.config.mapTiles));
    if (request.method === "HEAD" || page.status !== 200) return reply.send(page.body);
    const { pathname, searchParams } = new URL(request.url, "http://page");
    const visit = { path: pathname, search: searchParams, user };
    const plans = resources.flatMap(({ onPage }) => onPage?.(app, visit) ?? []);
    // What it carries is its user's: nobody finds it by going back after signing out.
    reply.header("cache-control", "no-store");
    const visitor = { user, language: locale.language };
    return reply.send(Readable.from(pagePieces(String(page.body), { app, server, request, ...visitor, plans })));
  });
}

interface Rest {
  resources: readonly Resource[];
  sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** Names cannot leave the folder: they are one folder deep at most and no part of them starts with a dot. */
const ASSET_NAME = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*\.(\w+)$/;

async function sendAsset(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { "*": name } = request.params as { "*": string };
  const ending = ASSET_NAME.exec(name)?.[1];
  if (!ending || ending === "html") throw notFound();
  const accepted = encodingsFor(request.headers["accept-encoding"]);
  const isHashed = name.startsWith("assets/");
  const asset = await app.once(assets).read(name, { accepted, mayKeep: isHashed });
  if (!asset) throw notFound();
  reply
    .header("content-type", TYPES[ending] ?? "application/octet-stream")
    .header("cache-control", isHashed ? IMMUTABLE : "no-cache")
    .header("vary", "accept-encoding");
  if (asset.encoding) reply.header("content-encoding", asset.encoding);
  return reply.send(asset.bytes);
}

/** Where whoever is signed out signs in, and comes back from to what they asked for. */
export function signInAddress({ url }: FastifyRequest): string {
  return `/login/?next=${encodeURIComponent(url)}`;
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.method === "GET" || request.method === "HEAD") && asksForPage(request);
}

/** Whether a browser asks for something to show. */
export function asksForPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (path.startsWith("/api/") || path.startsWith("/static/")) return false;
  const accepted = request.headers.accept ?? "*/*";
  return accepted.includes("text/html") || (accepted.includes("*/*") && PAGES_OF_SCRIPTS.test(path));
}

/**
 * Where scripts and monitors that accept anything look: what signing in by the form leads to, and the pages of links.
 * Elsewhere they ask for a call, and read that there is none.
 */
const PAGES_OF_SCRIPTS = /^\/($|(superset\/(welcome|dashboard\/[^/]+)|explore|\w+\/list)\/?$)/;

/** A chart without navigation and controls, which its embed code shows in other pages. */
function isChartAlone(request: FastifyRequest): boolean {
  const { pathname, searchParams } = new URL(request.url, "http://page");
  return pathname.startsWith("/superset/explore/p/") && searchParams.get("standalone") === "1";
}

function isOpenPage(request: FastifyRequest): boolean {
  return /^\/(login|register)(\/|$)/.test(pathOf(request));
}

/** A file of the browser's bundle as it is sent. */
interface Asset {
  bytes: Buffer;
  encoding: Encoding | undefined;
}

interface AssetRequest {
  /** Best first. */
  accepted: readonly Encoding[];
  /** The file never changes under its name. */
  mayKeep: boolean;
}

interface Assets {
  /** Undefined when there is no such file. `name` must not lead out of the folder. */
  read(name: string, request: AssetRequest): Promise<Asset | undefined>;
}

const SUFFIX = { br: ".br", gzip: ".gz" } as const;
const COMPRESSIBLE = /\.(m?js|css|json|svg|txt|wasm)$/;
const COMPRESS_FROM_BYTES = 1024;
/** Compressed files are kept in memory up to this size in all. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Reads a file, compressed before by the build where it was, else compressed once and kept. Use as `app.once(assets)`. */
function assets(app: App): Assets {
  const kept = new Map<string, Promise<Asset | undefined>>();
  let keptBytes = 0;
  const load = async (name: string, { accepted, mayKeep }: AssetRequest): Promise<Asset | undefined> => {
    const path = join(app.config.webFolder, name);
    for (const encoding of accepted) {
      const bytes = await bytesOf(path + SUFFIX[encoding]);
      if (bytes) return { bytes, encoding };
    }
    const bytes = await bytesOf(path);
    const [encoding] = accepted;
    const isWorth = bytes && encoding && mayKeep && COMPRESSIBLE.test(name) && bytes.length >= COMPRESS_FROM_BYTES;
    return isWorth ? { bytes: await compress(bytes, encoding), encoding } : bytes && { bytes, encoding: undefined };
  };
  return {
    read: async (name, request) => {
      if (!request.mayKeep) return load(name, request);
      const key = `${request.accepted[0] ?? ""} ${name}`;
      const known = kept.get(key);
      if (known) return known;
      const loading = load(name, request);
      kept.set(key, loading);
      const asset = await loading.catch(() => undefined);
      keptBytes += asset?.bytes.length ?? 0;
      if (!asset?.encoding || keptBytes > KEPT_BYTES) {
        keptBytes -= asset?.bytes.length ?? 0;
        kept.delete(key);
      }
      return asset;
    },
  };
}

function bytesOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
