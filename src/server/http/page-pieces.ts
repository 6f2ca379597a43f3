import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Language } from "../../i18n/locale.ts";
import type { App } from "../app.ts";
import { OBJECT_PERMISSIONS } from "../auth/role-matrix.ts";
import type { User } from "../user.ts";
import type { PagePlan } from "./route.ts";

/** Every page needs to know who is signed in. */
const WHO_AM_I = "/api/v1/me/roles/";

export interface PagePieces {
  app: App;
  server: FastifyInstance;
  request: FastifyRequest;
  user: User;
  language: Language;
  plans: readonly PagePlan[];
}

/**
 * The page with what its scripts will ask for first. Its head goes out at once, so that scripts load while the answers
 * are made; those follow as data at its end, which is where scripts begin to run.
 */
export async function* pagePieces(
  html: string,
  { app, server, request, user, language, plans }: PagePieces,
): AsyncGenerator<string> {
  const [head, scripts] = cutBefore(html, "<script");
  const [body, end] = cutBefore(scripts, "</body>");
  const manifest = app.once(buildManifest);
  const files = plans.flatMap((plan) => plan.files ?? []);
  const catalogs = await manifest.catalogsOf(language);
  const messages = plans.flatMap((plan) => plan.messages ?? []).map((part) => catalogs[part]);
  yield head + messages.map((file) => (file ? script(file) : "")).join("") + (await manifest.linksOf(files));
  const more = (await Promise.all(plans.map((plan) => plan.moreFiles ?? []))).flat();
  yield (await manifest.linksOf(more, files)) + body;
  const addresses = [...(user.isAnonymous ? [] : [WHO_AM_I]), ...plans.flatMap((plan) => plan.answers ?? [])];
  if (user.isAnonymous) yield carried(WHO_AM_I, JSON.stringify(visitor(user)));
  const answers = await Promise.all(addresses.map((address) => carriedAnswer(server, request, address)));
  yield answers.join("") + end;
  for (const plan of plans) void plan.start?.();
}

function cutBefore(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

/** The answer in an element that is data, never code: no text in it can end the element. Empty for any but a 200. */
async function carriedAnswer(server: FastifyInstance, request: FastifyRequest, url: string): Promise<string> {
  const { cookie, authorization, "accept-language": languages } = request.headers;
  const headers = {
    accept: "application/json",
    ...(languages ? { "accept-language": languages } : {}),
    ...(cookie ? { cookie } : {}),
    ...(authorization ? { authorization } : {}),
  };
  try {
    const answer = await server.inject({ method: "GET", url, headers, payloadAsStream: true });
    const body = await textUpTo(answer.stream(), MAX_CARRIED_BYTES);
    return answer.statusCode === 200 && body !== undefined ? carried(url, body) : "";
  } catch {
    return "";
  }
}

/** The page asks for larger answers itself. */
const MAX_CARRIED_BYTES = 4_000_000;

/** Undefined when there is more; the rest is not made then. */
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

function carried(url: string, body: string): string {
  return `<script type="application/json" data-answer="${escaped(url)}">${body.replaceAll("<", "\\u003c")}</script>`;
}

/** The page for somebody who is not signed in: it says so, and its scripts need not ask for a refusal. */
export function pageForNobody(html: string): string {
  return pageWith(html, WHO_AM_I, { result: { isAnonymous: true, roles: {} } });
}

/** A visitor without an account: what they may do, but on which objects is nobody's business. */
function visitor({ roles }: User) {
  const pairs = roles.map(
    ({ name, pairs }) => [name, pairs.filter(([permission]) => !OBJECT_PERMISSIONS.includes(permission))] as const,
  );
  const nobody = { userId: 0, username: "", firstName: "", lastName: "", email: "" };
  return { result: { ...nobody, isAnonymous: true, roles: Object.fromEntries(pairs) } };
}

/** The page with data for its scripts, which find it by the address. */
export function pageWith(html: string, address: string, data: unknown): string {
  const [body, end] = cutBefore(html, "</body>");
  return body + carried(address, JSON.stringify(data)) + end;
}

/** Text for an attribute. */
export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

const ENTRY = "index.html";

interface BuildManifest {
  /** Links that load these files and what they import, without those that every page loads anyway or that are linked. */
  linksOf(names: readonly string[], linked?: readonly string[]): Promise<string>;
  /** Files of messages by part. None for English, which is in the code. */
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
      const keysOf = (wanted: readonly string[]) =>
        Object.keys(all).filter((key) => wanted.includes(all[key]?.name ?? ""));
      const known = reach(all, [ENTRY, ...keysOf(linked)]);
      const needed = [...reach(all, keysOf(names))].filter((key) => !known.has(key));
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

/** Keys of these chunks and of all they import. */
function reach(all: Readonly<Record<string, Chunk>>, from: readonly string[]): Set<string> {
  const reached = new Set(from);
  for (const key of reached) for (const next of all[key]?.imports ?? []) reached.add(next);
  return reached;
}
