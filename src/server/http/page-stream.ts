import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Language } from "../../i18n/locale.ts";
import type { App } from "../app.ts";
import { OBJECT_PERMISSIONS } from "../auth/role-matrix.ts";
import { traceHeaders } from "../span.ts";
import type { User } from "../user.ts";
import { workOf } from "./request-work.ts";
import type { PagePrefetch } from "./route.ts";

const WHO_AM_I = "/api/v1/me/roles/";

export interface PageStream {
  app: App;
  server: FastifyInstance;
  request: FastifyRequest;
  user: User;
  language: Language;
  plans: readonly PagePrefetch[];
}

/**
 * Streams the page with its first API responses. The head is sent immediately so that scripts load while the responses
 * are prepared; those follow at the end, where scripts start to run.
 */
export async function* streamPage(
  html: string,
  { app, server, request, user, language, plans }: PageStream,
): AsyncGenerator<string> {
  const [head, scripts] = splitBefore(html, "<script");
  const [body, end] = splitBefore(scripts, "</body>");
  const manifest = app.once(buildManifest);
  const files = plans.flatMap((plan) => plan.chunks ?? []);
  const catalogs = await manifest.catalogsOf(language);
  const messages = plans.flatMap((plan) => plan.messages ?? []).map((part) => catalogs[part]);
  yield head + messages.map((file) => (file ? script(file) : "")).join("") + (await manifest.linksOf(files));
  const more = (await Promise.all(plans.map((plan) => plan.extraChunks ?? []))).flat();
  yield (await manifest.linksOf(more, files)) + body;
  const addresses = [...(user.isAnonymous ? [] : [WHO_AM_I]), ...plans.flatMap((plan) => plan.responses ?? [])];
  if (user.isAnonymous) yield embedded(WHO_AM_I, JSON.stringify(visitorSession(user)));
  const answers = await Promise.all(addresses.map((address) => embeddedResponse(server, request, address)));
  yield answers.join("") + end;
  for (const plan of plans) void plan.warmUp?.();
}

function splitBefore(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

/** The response in an element for data, not code; no text in it can end the element. Empty unless the status is 200. */
async function embeddedResponse(server: FastifyInstance, request: FastifyRequest, url: string): Promise<string> {
  const { cookie, authorization, "accept-language": languages } = request.headers;
  const headers = {
    accept: "application/json",
    ...(languages ? { "accept-language": languages } : {}),
    ...(cookie ? { cookie } : {}),
    ...(authorization ? { authorization } : {}),
    ...traceHeaders(workOf(request)),
  };
  try {
    const answer = await server.inject({ method: "GET", url, headers, payloadAsStream: true });
    const body = await textUpTo(answer.stream(), MAX_EMBEDDED_BYTES);
    return answer.statusCode === 200 && body !== undefined ? embedded(url, body) : "";
  } catch {
    return "";
  }
}

const MAX_EMBEDDED_BYTES = 4_000_000;

async function textUpTo(stream: Readable, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function embedded(url: string, body: string): string {
  return `<script type="application/json" data-answer="${escapeAttribute(url)}">${body.replaceAll("<", "\\u003c")}</script>`;
}

export function anonymousPage(html: string): string {
  return pageWith(html, WHO_AM_I, { result: { isAnonymous: true, roles: {} } });
}

function visitorSession({ roles }: User) {
  const pairs = roles.map(
    ({ name, pairs }) => [name, pairs.filter(([permission]) => !OBJECT_PERMISSIONS.includes(permission))] as const,
  );
  const anonymous = { userId: 0, username: "", firstName: "", lastName: "", email: "" };
  return { result: { ...anonymous, isAnonymous: true, roles: Object.fromEntries(pairs) } };
}

export function pageWith(html: string, address: string, data: unknown): string {
  const [body, end] = splitBefore(html, "</body>");
  return body + embedded(address, JSON.stringify(data)) + end;
}

export const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

const ENTRY = "index.html";

interface BuildManifest {
  linksOf(names: readonly string[], linked?: readonly string[]): Promise<string>;
  catalogsOf(language: Language): Promise<Record<string, string>>;
}

export function buildManifest(app: App): BuildManifest {
  let read: Promise<Record<string, Chunk>> | undefined;
  const chunks = () => {
    read ??= readFile(join(app.config.webFolder, ".vite", "manifest.json"), "utf8").then(
      (text) => JSON.parse(text) as Record<string, Chunk>,
      () => ({}),
    );
    return read;
  };
  return {
    async linksOf(names, linked = []) {
      if (names.length === 0) return "";
      const all = await chunks();
      const keysOf = (chunks: readonly string[]) =>
        Object.keys(all).filter((key) => chunks.includes(all[key]?.name ?? ""));
      const known = transitiveKeys(all, [ENTRY, ...keysOf(linked)]);
      const needed = [...transitiveKeys(all, keysOf(names))].filter((key) => !known.has(key));
      const files = needed.flatMap((key) => all[key] ?? []);
      const styles = files.flatMap(({ css = [] }) => css).map((file) => link("stylesheet", file));
      return [...styles, ...files.map(({ file }) => script(file))].join("");
    },
    async catalogsOf(language) {
      if (language === "en") return {};
      const prefix = `messages-${language === "en-XB" ? "en-XA" : language}-`;
      const found = Object.entries(await chunks()).filter(([key]) => key.startsWith(prefix));
      return Object.fromEntries(found.map(([key, { file }]) => [key.slice(prefix.length, -".js".length), file]));
    },
  };
}

const link = (rel: string, file: string) => `<link rel="${rel}" crossorigin href="/static/${file}">`;
export const script = (file: string) => `<script defer crossorigin src="/static/${file}"></script>`;

function transitiveKeys(all: Readonly<Record<string, Chunk>>, from: readonly string[]): Set<string> {
  const reached = new Set(from);
  for (const key of reached) for (const next of all[key]?.imports ?? []) reached.add(next);
  return reached;
}
