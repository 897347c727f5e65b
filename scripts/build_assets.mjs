// Builds static/dist: htmx with its SSE extension, the fonts, and our own CSS and JavaScript joined, each under a name
// that carries the hash of its content, and manifest.json that maps plain names to those. Only what a reader loads by
// wanting it, the editor first of all, is bundled, by esbuild.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const out = join(root, "static", "dist");

// The same names in the same order as app/web/assets.py.
const CSS = ["tokens", "base", "layout", "find", "note", "snippet", "output", "inside", "editor", "assist", "compare", "share", "print"];
const JS = ["theme", "section", "copy", "run", "search", "inside", "edit", "compare", "share"];
// What a page in another site's frame has: it runs and can be copied from, and it tells its height.
const EMBED_JS = ["copy", "run", "embed"];
const MAX_SCRIPT_GZ = 30 * 1024;
// Bundles, by name, from static/js/<name>/main.js: loaded by their addresses, which the pages name, when they are needed.
const BUNDLES = ["editor", "inspect"];
const MAX_PLAYGROUND_GZ = 200 * 1024;

const FONTS = [
  { file: "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2", family: "Source Serif 4 Variable", weight: "200 900", style: "normal", preload: true },
  { file: "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2", family: "Source Serif 4 Variable", weight: "200 900", style: "italic" },
  { file: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2", family: "IBM Plex Mono", weight: "400", style: "normal", preload: true },
  { file: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-italic.woff2", family: "IBM Plex Mono", weight: "400", style: "italic" },
  { file: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2", family: "IBM Plex Mono", weight: "600", style: "normal" },
];
// Latin only: anything else, Chinese first of all, is the system's own font.
const RANGE = "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-200B, U+2010-2011, U+2013-2014, U+2020-2022, U+2030, U+2039-203A, U+20AC, U+2122, U+2212";

if (!existsSync(join(modules, "htmx.org"))) {
  console.error("node_modules is missing: run `npm ci` first");
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const manifest = {};

function emit(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const ext = extname(name);
  const target = `${name.slice(0, -ext.length)}-${hash}${ext}`;
  writeFileSync(join(out, target), content);
  manifest[name] = target;
  return target;
}

const read = (...parts) => readFileSync(join(...parts), "utf8");
const squeezeCss = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s+/gm, "");

// The pages' policy forbids inline styles, <style> elements among them. What CodeMirror brings of its own goes into a
// constructed style sheet, which the library does by itself in a shadow root only.
const constructedStyles = {
  name: "constructed-styles",
  setup(bundler) {
    bundler.onLoad({ filter: /style-mod[\\/]src[\\/]style-mod\.js$/ }, ({ path }) => {
      const source = read(path);
      const contents = source.replace("!root.head && root.adoptedStyleSheets", "root.adoptedStyleSheets");
      if (contents === source) throw new Error("style-mod has changed: look how it adds its styles now");
      return { contents, loader: "js" };
    });
  },
};

async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry], bundle: true, minify: true, write: false, format: "esm", target: "es2022", legalComments: "none", plugins: [constructedStyles],
  });
  return outputFiles[0].text;
}

const faces = FONTS.map((font) => {
  const base = font.file.split("/").pop().replace(".woff2", "");
  const target = emit(`${base}${font.preload ? ".preload" : ""}.woff2`, readFileSync(join(modules, font.file)));
  return `@font-face{font-family:"${font.family}";font-style:${font.style};font-weight:${font.weight};` +
    `font-display:swap;src:url("${target}") format("woff2");unicode-range:${RANGE}}`;
});
emit("site.css", squeezeCss([...faces, ...CSS.map((name) => read(root, "static", "css", `${name}.css`))].join("\n")));
emit("site.js", JS.map((name) => read(root, "static", "js", `${name}.js`)).join("\n"));
emit("embed.js", EMBED_JS.map((name) => read(root, "static", "js", `${name}.js`)).join("\n"));
const htmx = ["htmx.min.js", "ext/hx-sse.min.js"].map((name) =>
  read(modules, "htmx.org", "dist", name).replace(/\/\/# sourceMappingURL=.*\s*$/, ""));
emit("htmx.js", htmx.join(";\n"));
for (const name of BUNDLES) emit(`${name}.js`, await bundle(join(root, "static", "js", name, "main.js")));
emit("icon.svg", read(root, "static", "icon.svg"));
writeFileSync(join(out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);

const sizes = Object.fromEntries(["htmx.js", "site.js", ...BUNDLES.map((name) => `${name}.js`), "site.css"].map((name) =>
  [name, gzipSync(readFileSync(join(out, manifest[name])), { level: 9 }).length]));
const scripts = sizes["htmx.js"] + sizes["site.js"];
console.log("static/dist:", Object.entries(sizes).map(([name, size]) => `${name} ${size} B gz`).join(", "));
if (scripts > MAX_SCRIPT_GZ) {
  console.error(`scripts are ${scripts} bytes gzipped; a note may load ${MAX_SCRIPT_GZ}`);
  process.exit(1);
}
const playground = BUNDLES.reduce((sum, name) => sum + sizes[`${name}.js`], scripts);
if (playground > MAX_PLAYGROUND_GZ) {
  console.error(`scripts are ${playground} bytes gzipped with everything the playground loads; it may load ${MAX_PLAYGROUND_GZ}`);
  process.exit(1);
}
