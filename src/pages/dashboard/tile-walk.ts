interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function nearestBox(key: string, from: Box, boxes: readonly Box[]): number | undefined {
  const best = { at: undefined as number | undefined, cost: Number.POSITIVE_INFINITY };
  boxes.forEach((box, at) => {
    const cost = costOf(key, from, box);
    if (cost < best.cost) Object.assign(best, { at, cost });
  });
  return best.at;
}

function costOf(key: string, from: Box, to: Box): number {
  const dx = middle(to.left, to.right) - middle(from.left, from.right);
  const dy = middle(to.top, to.bottom) - middle(from.top, from.bottom);
  switch (key) {
    case "ArrowRight":
      return to.left >= from.right - 1 ? dx + 2 * Math.abs(dy) : Number.POSITIVE_INFINITY;
    case "ArrowLeft":
      return to.right <= from.left + 1 ? -dx + 2 * Math.abs(dy) : Number.POSITIVE_INFINITY;
    case "ArrowDown":
      return to.top >= from.bottom - 1 ? dy + 2 * Math.abs(dx) : Number.POSITIVE_INFINITY;
    case "ArrowUp":
      return to.bottom <= from.top + 1 ? -dy + 2 * Math.abs(dx) : Number.POSITIVE_INFINITY;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function middle(a: number, b: number): number {
  return (a + b) / 2;
}

export function nearestTile(key: string): HTMLElement | undefined {
  const current = document.activeElement;
  if (!(current instanceof HTMLElement) || !current.hasAttribute("data-tile")) return undefined;
  const tiles = [...document.querySelectorAll<HTMLElement>("[data-tile]")].filter(
    (tile) => tile !== current && tile.getClientRects().length > 0,
  );
  const at = nearestBox(
    key,
    current.getBoundingClientRect(),
    tiles.map((tile) => tile.getBoundingClientRect()),
  );
  return at === undefined ? undefined : tiles[at];
}
