import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { sprite } from "./build/sprite.ts";
import { themes } from "./build/themes.ts";

const server = process.env.MAESTER_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig(({ command, mode }) => ({
  plugins: [themes(), svelte(), sprite()],
  define: {
    // Fixtures are for development and for the screenshots; a release build does not carry them.
    __FIXTURES__: JSON.stringify(command === "serve" || mode === "fixtures"),
  },
  build: { target: "es2022", assetsInlineLimit: 0, outDir: mode === "fixtures" ? "dist-fixtures" : "dist", chunkSizeWarningLimit: 800 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  preview: { proxy: { "/api": { target: server, ws: true } } },
}));
