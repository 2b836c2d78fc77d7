// The looks: what stands on parchment is the same in every light.
import { expect, it } from "vitest";

import { files, stylesOf } from "../build/themes";

it("no style that is made anew for the other looks writes in ink on a parchment of its own", () => {
  const wrong = files("src").flatMap((file) =>
    [...stylesOf(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, , rules = ""]) => /(?<![-\w])color: var\(--ink-/.test(rules) && /background[^;]*#[0-9a-f]{3,6}/i.test(rules))
      .map(([, name = ""]) => `${file}: ${name.trim()}`),
  );
  expect(wrong, "such colours belong into a file that build/themes.ts keeps, or are tokens").toEqual([]);
});
it("no letters are of the colour of parchment, which does not turn with the light", () => {
  const wrong = files("src").flatMap((file) => [...stylesOf(file).matchAll(/[^{}]+\{[^{}]*(?<![-\w])color: var\(--parchment[^{}]*\}/g)].map(([rule]) => `${file}: ${rule}`));
  expect(wrong).toEqual([]);
});
