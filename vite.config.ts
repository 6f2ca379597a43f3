import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the browser bundle into dist/web; the server serves that folder and never compiles. */
export default defineConfig({
  plugins: [react()],
  root: "src/web",
  base: "/static/",
  publicDir: false,
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // These packages do not say that an unused module of theirs may be left out; it may.
        moduleSideEffects: [
          { test: /node_modules\/(@rc-component|@ant-design)\/|node_modules\/antd\//, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          // Shared modules of a few hundred bytes would each be a request of their own.
          groups: [
            { name: "icons", test: /node_modules\/lucide-react/, minShareCount: 2 },
            { name: "model", test: /src\/(model\/|api\/[\w-]+\/contract)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8088" } },
});
