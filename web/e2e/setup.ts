// What all browser tests share: the client with its fixtures, built once as it is for release and served as files.
import type { TestProject } from "vitest/node";
import { build, preview } from "vite";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the fixtures are, with a slash at the end. */
    fixtures: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The test runner says "test": Svelte would build what warns while developing, and a page of it is several times slower to look at.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  await build({ mode: "fixtures", logLevel: "warn" });
  process.env.NODE_ENV = before;
  const files = await preview({ mode: "fixtures", build: { outDir: "dist-fixtures" }, preview: { port: 4181, strictPort: false }, logLevel: "warn" });
  project.provide("fixtures", files.resolvedUrls?.local[0] ?? "");
  return () => files.close();
}
