import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["e2e/**/*.e2e.ts"], environment: "node", testTimeout: 900_000, hookTimeout: 120_000, fileParallelism: false, maxWorkers: 1 },
});
