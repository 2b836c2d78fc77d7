import type { Browser } from "playwright-core";

export function launch(): Promise<Browser>;
export const sizes: Record<"desktop" | "small" | "phone", { width: number; height: number }>;
