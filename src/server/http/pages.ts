import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inLocale } from "../../i18n/node.ts";
import { notFound } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { DEFAULT_LIMITS } from "../config/config.ts";
import { isTracing } from "../span.ts";
import { appearanceOf, type ColorMode, systemThemes, withAppearance, withThemes } from "./appearance.ts";
import { inLanguage } from "./page-language.ts";
import { escapeAttribute, streamPage } from "./page-stream.ts";
import { callerOf, localeOf, pathOf } from "./request-context.ts";
import { compress, type Encoding, encodingsFor } from "./responses.ts";
import { RawReply, type Resource } from "./route.ts";
import { frameHeaders } from "./security-headers.ts";

/** Serves the web app: hashed files under `/static/`, and one HTML page for every address. */

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

export async function shellPage(app: App, appearance?: ColorMode): Promise<RawReply> {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" };
  const [html, themes] = await Promise.all([
    readFile(join(app.config.webFolder, "index.html"), "utf8").catch(() => undefined),
    systemThemes(app.db),
  ]);
  if (html !== undefined) {
    const themed = await withThemes(await inLanguage(withSettings(html, app), app), themes, app);
    return new RawReply(withAppearance(themed, appearance), headers);
  }
  return new RawReply("The web interface isn't built yet. Run: npm run build\n", { "content-type": "text/plain" }, 503);
}

function withSettings(html: string, { config: { mapTiles, disabledChartTypes, limits } }: App): string {
  const metas = [
    ...(isTracing() ? ['<meta name="tracing" content="on" />'] : []),
    ...(limits.webTimeoutMs === DEFAULT_LIMITS.webTimeoutMs
      ? []
      : [`<meta name="web-timeout" content="${limits.webTimeoutMs}" />`]),
    ...(mapTiles
      ? [
          `<meta name="map-tiles" content="${escapeAttribute(mapTiles.url)}" data-credit="${escapeAttribute(mapTiles.credit)}" />`,
        ]
      : []),
    ...(disabledChartTypes.length > 0
      ? [`<meta name="chart-types-off" content="${escapeAttribute(disabledChartTypes.join(","))}" />`]
      : []),
  ];
  return html.replace("<head>", () => `<head>${metas.join("")}`);
}

export function addPages(server: FastifyInstance, app: App, { resources, sendMissing }: PageOptions): void {
  server.get("/static/*", (request, reply) => sendAsset(app, request, reply));
  server.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return sendMissing(request, reply);
    const { user } = await callerOf(app, request);
    if (user.isAnonymous && user.roles.every((role) => role.pairs.length === 0) && !isOpenPage(request)) {
      return reply.redirect(signInAddress(request));
    }
    const locale = localeOf(request, user);
    const page = await inLocale(locale, () => shellPage(app, appearanceOf(request)));
    reply.code(page.status).headers(page.headers);
    if (isStandaloneChart(request))
      reply.removeHeader("x-frame-options").headers(frameHeaders([], app.config.mapTiles));
    if (request.method === "HEAD" || page.status !== 200) return reply.send(page.body);
    const { pathname, searchParams } = new URL(request.url, "http://page");
    const visit = { path: pathname, search: searchParams, user };
    const plans = resources.flatMap(({ onPage }) => onPage?.(app, visit) ?? []);
    // The page contains the user's data, so it must not be shown by the back button after signing out.
    reply.header("cache-control", "no-store");
    const visitor = { user, language: locale.language };
    return reply.send(Readable.from(streamPage(String(page.body), { app, server, request, ...visitor, plans })));
  });
}

interface PageOptions {
  resources: readonly Resource[];
  sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** Prevents path traversal: one folder at most, and no part starts with a dot. */
const ASSET_NAME = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*\.(\w+)$/;

async function sendAsset(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { "*": name } = request.params as { "*": string };
  const ending = ASSET_NAME.exec(name)?.[1];
  if (!ending || ending === "html") throw notFound();
  const accepted = encodingsFor(request.headers["accept-encoding"]);
  const isHashed = name.startsWith("assets/");
  const asset = await app.once(assets).read(name, { accepted, isImmutable: isHashed });
  if (!asset) throw notFound();
  reply
    .header("content-type", TYPES[ending] ?? "application/octet-stream")
    .header("cache-control", isHashed ? IMMUTABLE : "no-cache")
    .header("vary", "accept-encoding");
  if (asset.encoding) reply.header("content-encoding", asset.encoding);
  return reply.send(asset.bytes);
}

export function signInAddress({ url }: FastifyRequest): string {
  return `/login/?next=${encodeURIComponent(url)}`;
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.method === "GET" || request.method === "HEAD") && asksForPage(request);
}

export function asksForPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (path.startsWith("/api/") || path.startsWith("/static/")) return false;
  const accepted = request.headers.accept ?? "*/*";
  return accepted.includes("text/html") || (accepted.includes("*/*") && PAGES_OF_SCRIPTS.test(path));
}

/**
 * Addresses at which clients that accept any type get a page: after signing in, and pages that links point to.
 * Elsewhere they get an API 404.
 */
const PAGES_OF_SCRIPTS = /^\/($|(superset\/(welcome|dashboard\/[^/]+)|explore|\w+\/list)\/?$)/;

function isStandaloneChart(request: FastifyRequest): boolean {
  const { pathname, searchParams } = new URL(request.url, "http://page");
  return pathname.startsWith("/superset/explore/p/") && searchParams.get("standalone") === "1";
}

function isOpenPage(request: FastifyRequest): boolean {
  return /^\/(login|register)(\/|$)/.test(pathOf(request));
}

interface Asset {
  bytes: Buffer;
  encoding: Encoding | undefined;
}

interface AssetRequest {
  accepted: readonly Encoding[];
  isImmutable: boolean;
}

interface Assets {
  /** `name` must not lead out of the folder. */
  read(name: string, request: AssetRequest): Promise<Asset | undefined>;
}

const SUFFIX = { br: ".br", gzip: ".gz" } as const;
const COMPRESSIBLE = /\.(m?js|css|json|svg|txt|wasm)$/;
const COMPRESS_FROM_BYTES = 1024;
const CACHE_BYTES = 16 * 1024 * 1024;

/** Serves files compressed at build time, or compresses once and caches. Use it as `app.once(assets)`. */
function assets(app: App): Assets {
  const cache = new Map<string, Promise<Asset | undefined>>();
  let cachedBytes = 0;
  const load = async (name: string, { accepted, isImmutable }: AssetRequest): Promise<Asset | undefined> => {
    const path = join(app.config.webFolder, name);
    for (const encoding of accepted) {
      const bytes = await bytesOf(path + SUFFIX[encoding]);
      if (bytes) return { bytes, encoding };
    }
    const bytes = await bytesOf(path);
    const [encoding] = accepted;
    const isCompressible =
      bytes && encoding && isImmutable && COMPRESSIBLE.test(name) && bytes.length >= COMPRESS_FROM_BYTES;
    return isCompressible
      ? { bytes: await compress(bytes, encoding), encoding }
      : bytes && { bytes, encoding: undefined };
  };
  return {
    read: async (name, request) => {
      if (!request.isImmutable) return load(name, request);
      const key = `${request.accepted[0] ?? ""} ${name}`;
      const known = cache.get(key);
      if (known) return known;
      const loading = load(name, request);
      cache.set(key, loading);
      const asset = await loading.catch(() => undefined);
      cachedBytes += asset?.bytes.length ?? 0;
      if (!asset?.encoding || cachedBytes > CACHE_BYTES) {
        cachedBytes -= asset?.bytes.length ?? 0;
        cache.delete(key);
      }
      return asset;
    },
  };
}

function bytesOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
