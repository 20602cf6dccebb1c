// Bundle the page and its worker with esbuild; print both scripts and the packages that they contain, as JSON.

import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const node = ["node:*", "ws", "fs", "path", "url", "vm", "crypto", "child_process"]; // never imported in a browser

async function bundle(file) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: here,
    entryPoints: [`page/${file}`],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    external: node,
    nodePaths: [`${here}node_modules`],
    define: { "import.meta.url": '"https://lab.invalid/worker.js"' },
    logLevel: "error",
  });
  const packages = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return { code: outputFiles[0].text, packages: packages.filter(Boolean) };
}

const page = await bundle("main.js");
const worker = await bundle("worker.js");
const packages = [...new Set([...page.packages, ...worker.packages])].sort();
process.stdout.write(JSON.stringify({ page: page.code, worker: worker.code, packages }));
