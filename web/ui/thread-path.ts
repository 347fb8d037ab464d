export interface Point {
  x: number;
  y: number;
}

/**
 * A smooth curve through points, as an SVG path. Control points lie parallel to the line between a point's
 * neighbours, so that the curve has no corners.
 */
export function threadPath(points: readonly Point[], slack = 0.35): string {
  const [start] = points;
  if (!start) return '';
  const curves = points.slice(1).map((end, index) => {
    const from = points[index] ?? start;
    const before = points[index - 1] ?? from;
    const after = points[index + 2] ?? end;
    const first = {
      x: from.x + ((end.x - before.x) / 2) * slack,
      y: from.y + ((end.y - before.y) / 2) * slack,
    };
    const second = {
      x: end.x - ((after.x - from.x) / 2) * slack,
      y: end.y - ((after.y - from.y) / 2) * slack,
    };
    return `C ${first.x} ${first.y}, ${second.x} ${second.y}, ${end.x} ${end.y}`;
  });
  return [`M ${start.x} ${start.y}`, ...curves].join(' ');
}
