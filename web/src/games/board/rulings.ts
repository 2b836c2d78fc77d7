// The rulings of a table: presets and single options over them, as the crate names them (`rulings.json` is written from it).
import raw from "./rulings.json";
import { words } from "./words";

export interface RulingOption {
  name: string;
  title: string;
  rule: string;
  values: [string, string][];
}

export const presets = raw.presets as { name: string; options: Record<string, string> }[];
export const rulingOptions = raw.options as RulingOption[];

const valuesOf = (preset: string): Record<string, string> => presets.find(({ name }) => name === preset)?.options ?? {};
/** What differs from a preset. */
export const changed = (preset: string, chosen: Record<string, string>): RulingOption[] => rulingOptions.filter(({ name }) => chosen[name] !== undefined && chosen[name] !== valuesOf(preset)[name]);
/** The one line that the room takes. */
export const rulingsText = (preset: string, chosen: Record<string, string>): string => [preset, ...changed(preset, chosen).map(({ name }) => `${name}=${chosen[name]}`)].join(",");
export const valueOf = (preset: string, chosen: Record<string, string>, option: string): string => chosen[option] ?? valuesOf(preset)[option] ?? "";

/** A line of rulings for people. */
export function rulingsInWords(text: string): string {
  const [preset = "", ...more] = text.split(",");
  const told = more.map((part) => {
    const [name, value] = part.split("=");
    const option = rulingOptions.find((option) => option.name === name);
    return option ? `${option.title}: ${option.values.find(([known]) => known === value)?.[1] ?? value}` : part;
  });
  return [words.setup.preset[preset] ?? preset, ...told].join(" · ");
}
