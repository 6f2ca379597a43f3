import { basename } from "node:path";
import { type OutputBundle, type OutputChunk, type Plugin, rolldown } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/**
 * Turns the modules of a build into classic scripts, as browsers cache compiled code only for these. Each file passes
 * its code to a small loader as a function of its imports; it runs when first requested.
 *
 * A file calls `tessera.push([name, run(require, exports, load)])`, where `load([name, ...names of its imports])`
 * replaces `import()`. The loader is at the start of the entry file; the other files may come before or after it.
 *
 * Names without `.js` are parts of the message catalog: files in the page's language, from `<html data-messages>`.
 */

/** Part of every file's hash: increase it with every change here, as browsers cache the files forever. */
const VERSION = "classic 2";

const ENTRY = "one-file";
const LOAD = "__load";

const LOADER = `(() => {
  const runs = new Map(), modules = new Map(), fetches = new Map();
  const catalogs = JSON.parse(document.documentElement.dataset.messages ?? "{}");
  const register = ([name, run]) => void runs.set(name, run);
  const isHere = (name) => runs.has(name) || (!name.endsWith(".js") && (!catalogs[name] || self.messages?.[name]));
  const fetched = (name) => {
    if (isHere(name)) return;
    if (!fetches.has(name)) fetches.set(name, fetchScript(name).finally(() => fetches.delete(name)));
    return fetches.get(name);
  };
  const fetchScript = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/static/" + (catalogs[name] ?? "assets/" + name);
    script.crossOrigin = "";
    script.onload = script.onerror = () => {
      script.remove();
      if (isHere(name)) resolve(); else reject(new TypeError("Failed to load " + script.src));
    };
    document.head.append(script);
  });
  const require = (name) => {
    const known = modules.get(name);
    if (known) return known;
    const exports = {};
    modules.set(name, exports);
    try { runs.get(name)(require, exports, load); } catch (error) { modules.delete(name); throw error; }
    return exports;
  };
  const load = (names) => Promise.all(names.map(fetched)).then(() => require(names[0]));
  self.tessera?.forEach(register);
  self.tessera = { push: register, start: load };
})();`;

interface ClassicSettings {
  /** Names of files that call nearly all of their functions when the page opens; they are compiled eagerly. */
  calledAtOnce: ReadonlySet<string>;
  /** Catalog parts that must be loaded before the file runs. */
  messagesOf?(chunk: OutputChunk): readonly string[];
}

export const classicScripts = ({ calledAtOnce, messagesOf = () => [] }: ClassicSettings): Plugin => ({
  name: "classic-scripts",
  augmentChunkHash: () => VERSION,
  generateBundle: {
    order: "post",
    async handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const codes = await Promise.all(chunks.map((chunk) => classicCode(chunk, bundle, messagesOf)));
      chunks.forEach((chunk, i) => {
        const first = calledAtOnce.has(chunk.name) ? "//# allFunctionsCalledOnLoad\n" : "";
        chunk.code = `${first}${codes[i]}`;
      });
      const page = bundle["index.html"];
      if (page?.type === "asset") page.source = classicPage(String(page.source), bundle);
    },
  },
});

type MessagesOf = NonNullable<ClassicSettings["messagesOf"]>;

async function classicCode(chunk: OutputChunk, bundle: OutputBundle, messagesOf: MessagesOf): Promise<string> {
  const build = await rolldown({
    input: ENTRY,
    external: (id) => id !== ENTRY,
    treeshake: false,
    checks: { bundlerTimings: false },
    preserveEntrySignatures: "strict",
    // Files are named from the root, so any address of this site will do.
    transform: { define: { "import.meta.url": "self.location.href", "import.meta.resolve": "undefined" } },
    plugins: [{ name: "one-file", resolveId: (id) => id, load: () => withLoads(chunk.code, bundle, messagesOf) }],
  });
  const { output } = await build.generate({
    format: "cjs",
    exports: "named",
    esModule: true,
    strict: true,
    minify: true,
  });
  await build.close();
  const name = JSON.stringify(basename(chunk.fileName));
  const run = `(self.tessera??=[]).push([${name},function(require,exports,${LOAD}){${output[0].code}\n}]);`;
  if (!chunk.isEntry) return run;
  const needs = JSON.stringify([...reachOf(chunk.fileName, bundle)].map((file) => basename(file)));
  return `${LOADER}\n${run}tessera.start(${needs});`;
}

function withLoads(code: string, bundle: OutputBundle, messagesOf: MessagesOf): string {
  const pieces: string[] = [];
  let at = 0;
  new Visitor({
    ImportExpression({ start, end, source }) {
      const written = code.slice(source.start + 1, source.end - 1);
      // Of an address that is computed, which libraries do for servers only.
      if (!written.startsWith("./")) return;
      const files = [...reachOf(`assets/${basename(written)}`, bundle)];
      const messages = new Set(files.flatMap((file) => messagesOf(bundle[file] as OutputChunk)));
      const names = [...files.map((file) => basename(file)), ...messages];
      pieces.push(code.slice(at, start), `${LOAD}(${JSON.stringify(names)})`);
      at = end;
    },
  }).visit(parseSync("chunk.js", code).program);
  return [...pieces, code.slice(at)].join("");
}

function reachOf(file: string, bundle: OutputBundle): Set<string> {
  const reached = new Set([file]);
  for (const one of reached) {
    const chunk = bundle[one];
    if (chunk?.type !== "chunk") throw new Error(`${file} imports ${one}, which is no file of this build`);
    if (chunk.imports.includes(file)) throw new Error(`${file} and ${one} import each other, so neither can run first`);
    for (const next of chunk.imports) reached.add(next);
  }
  return reached;
}

function classicPage(html: string, bundle: OutputBundle): string {
  return html.replace(/<script type="module" crossorigin src="\/static\/([^"]+)"><\/script>/, (_, entry: string) =>
    [...reachOf(entry, bundle)]
      .reverse()
      .map((file) => `<script defer crossorigin src="/static/${file}"></script>`)
      .join("\n    "),
  );
}
