import { defineConfig } from "vitest/config";

export default defineConfig({
  // Two files at a time: each has its own browser and its own server.
  test: { include: ["e2e/**/*.e2e.ts"], globalSetup: ["e2e/setup.ts"], environment: "node", testTimeout: 900_000, hookTimeout: 120_000, maxWorkers: 2 },
});
