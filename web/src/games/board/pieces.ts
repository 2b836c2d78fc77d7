// Shapes and colours of pieces: every house has its outline, emblem and weave of its own, so that nothing is told by colour alone.
import icons from "./icons.json";
import type { OrderKind } from "./facts";
import type { Unit } from "./types";

export type BoardIcon = keyof typeof icons.icons;
export const iconBodies = Object.entries(icons.icons) as [BoardIcon, { body: string }][];

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const at = (r: number, degrees: number) => `${(r * Math.cos(radians(degrees))).toFixed(3)},${(r * Math.sin(radians(degrees))).toFixed(3)}`;
export const star = (n: number, r: number, q: number, turn = -90): string => `M${Array.from({ length: 2 * n }, (_, i) => at(i % 2 === 0 ? r : q, turn + (180 * i) / n)).join("L")}Z`;
const polygon = (n: number, r: number): string => `M${Array.from({ length: n }, (_, i) => at(r, -90 + (360 * i) / n)).join("L")}Z`;
const petals = (n: number, r: number, b: number): string => `M${at(r, -90)}${Array.from({ length: n }, (_, i) => `A${b},${b} 0 0 1 ${at(r, -90 + (360 * (i + 1)) / n)}`).join("")}Z`;

/** Outlines of radius about 1. */
export const houseShape: Record<string, string> = {
  stark: "M-.92,-.9H.92V.05C.92,.6 .5,.88 0,1.08C-.5,.88 -.92,.6 -.92,.05Z",
  lannister: "M-.78,-.9H.78A.12,.12 0 0 1 .9,-.78V.78A.12,.12 0 0 1 .78,.9H-.78A.12,.12 0 0 1 -.9,.78V-.78A.12,.12 0 0 1 -.78,-.9Z",
  baratheon: polygon(6, 1.08),
  greyjoy: "M0,-1.2L1.2,0L0,1.2L-1.2,0Z",
  tyrell: petals(7, 0.93, 0.46),
  martell: star(10, 1.17, 0.9),
};

/** The weave of a house's band of control, as a dash pattern. */
export const houseBand: Record<string, string> = { stark: "none", lannister: "26 5", baratheon: "5 5", greyjoy: "20 4 4 4", tyrell: "11 7", martell: "2 5" };

export const towerShape = "M-.95,.95V-.5H-.95V-1H-.5V-.68H-.24V-1H.24V-.68H.5V-1H.95V.95Z";
export const smallStar = star(5, 1, 0.42);
export const compass = [star(4, 46, 9), star(4, 28, 8, -45)];

export const unitIcon: Record<Unit, BoardIcon> = { footman: "footman", knight: "knight", siege_engine: "siege", ship: "ship" };
export const orderIcon: Record<OrderKind, BoardIcon> = { march: "march", defense: "defense", support: "support", raid: "raid", consolidate_power: "consolidate" };

export const bonusText = (kind: OrderKind, bonus: number): string => (kind === "march" ? (bonus > 0 ? `+${bonus}` : bonus < 0 ? `−${-bonus}` : "0") : bonus > 0 ? `+${bonus}` : "");
