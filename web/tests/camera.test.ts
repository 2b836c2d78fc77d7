// The map's camera: what lies at the edge comes out from under the buttons.
import { describe, expect, it } from "vitest";

import { Camera } from "../src/games/board/camera.svelte";
import { shapeOf, width } from "../src/games/board/geometry";

describe("the map on a phone", () => {
  const at = (camera: Camera, area: string) => (shapeOf(area).centre[0] - camera.x) * camera.scale + camera.w / 2;

  it("shows an area of the east left of the buttons, and may be dragged beyond its edge as far as they are wide", () => {
    const camera = new Camera();
    camera.frame(390, 420);
    camera.show(["dragonstone"]);
    expect(at(camera, "dragonstone")).toBeLessThan(390 - 66);
    camera.pan(-5000, 0);
    expect((width - camera.x) * camera.scale + camera.w / 2).toBeCloseTo(390 - 76, 0);
    camera.pan(5000, 0);
    expect((0 - camera.x) * camera.scale + camera.w / 2).toBeCloseTo(76, 0);
  });

  it("lies still where all of it is seen", () => {
    const camera = new Camera();
    camera.frame(390, 420);
    camera.all();
    const { x, y } = camera;
    camera.pan(50, 50);
    expect([camera.x, camera.y]).toEqual([x, y]);
  });
});
