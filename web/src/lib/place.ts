// Where a box that belongs to a card stands: beside it if there is room, inside the window always.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function beside(near: Box | null, size: { width: number; height: number }, window: { width: number; height: number }, edge = 10): { left: number; top: number } {
  const clamp = (value: number, max: number) => Math.max(edge, Math.min(value, max));
  const maxLeft = window.width - size.width - edge;
  const maxTop = window.height - size.height - edge;
  if (!near) return { left: clamp(maxLeft / 2, maxLeft), top: clamp(maxTop / 3, maxTop) };
  const right = near.x + near.width + 14;
  const left = near.x - size.width - 14;
  const top = clamp(near.y + near.height / 2 - size.height / 2, maxTop);
  if (right <= maxLeft) return { left: right, top };
  if (left >= edge) return { left, top };
  const above = near.y - size.height - 14;
  return { left: clamp(near.x + near.width / 2 - size.width / 2, maxLeft), top: above >= edge ? above : clamp(near.y + near.height + 14, maxTop) };
}

/** Keeps the box in view and beside its card as it grows. */
export const standBeside =
  (near: Box | null) =>
  (node: HTMLElement): (() => void) => {
    const put = () => {
      const { left, top } = beside(near, { width: node.offsetWidth, height: node.offsetHeight }, { width: innerWidth, height: innerHeight });
      node.style.left = `${left}px`;
      node.style.top = `${top}px`;
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(node);
    addEventListener("resize", put);
    return () => {
      observer.disconnect();
      removeEventListener("resize", put);
    };
  };
