/** A number short enough for an SVG path. */
const short = (value) => Math.round(value * 10) / 10;
const at = ([x, y]) => `${short(x)} ${short(y)}`;

/** The points of a text like those of an SVG polygon: `0,0 10,5`. */
export const pointsOf = (text) => text.split(' ').map((pair) => pair.split(',').map(Number));

/** A closed curve through the points (Catmull-Rom), as path data. @param given as an array, or as text */
export function blob(given) {
  const points = typeof given === 'string' ? pointsOf(given) : given;
  const point = (index) => points[(index + points.length) % points.length];
  const curves = points.map((_, index) => {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const leave = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const arrive = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${at(leave)} ${at(arrive)} ${at(to)}`;
  });
  return `M${at(points[0])}${curves.join('')}Z`;
}

export const fill = (colour, d) => `<path fill="${colour}" d="${d}"/>`;
export const circle = (colour, [x, y], r) => `<circle fill="${colour}" cx="${short(x)}" cy="${short(y)}" r="${r}"/>`;
export const rect = (colour, x, y, width, height) =>
  `<rect fill="${colour}" x="${short(x)}" y="${short(y)}" width="${width}" height="${height}"/>`;
export const ellipse = (colour, [x, y], [rx, ry]) => `<ellipse fill="${colour}" cx="${short(x)}" cy="${short(y)}" rx="${rx}" ry="${ry}"/>`;

/** A line with round ends. @param dash as in `stroke-dasharray` */
export const line = (colour, width, points, dash) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${dash ? `stroke-dasharray="${dash}" ` : ''}d="M${points.map(at).join('L')}"/>`;

/** A limb that narrows from one joint to the next: two circles and their hull. */
export function taper(colour, from, to, r1, r2) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [nx, ny] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const side = ([x, y], r) => [x + nx * r, y + ny * r];
  const hull = [side(from, r1), side(to, r2), side(to, -r2), side(from, -r1)];
  return `${circle(colour, from, r1)}${circle(colour, to, r2)}${fill(colour, `M${hull.map(at).join('L')}Z`)}`;
}

export const placed = (svg, { x = 0, y = 0, scale = 1, turn = 0, flip = false }) =>
  `<g transform="translate(${short(x)} ${short(y)}) scale(${flip ? -scale : scale} ${scale}) rotate(${short(turn)})">${svg}</g>`;

/** The joint between two bones that reach from `from` towards `to`. @param bend 1 or -1: the side to which it bends */
export function joint(from, to, first, second, bend) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const reach = Math.min(Math.hypot(dx, dy), first + second - 0.01);
  const along = Math.atan2(dy, dx);
  const inner = Math.acos(Math.min(1, Math.max(-1, (first ** 2 + reach ** 2 - second ** 2) / (2 * first * reach))));
  const angle = along + bend * inner;
  return [from[0] + first * Math.cos(angle), from[1] + first * Math.sin(angle)];
}

export const rotated = ([x, y], degrees, [cx, cy] = [0, 0]) => {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - cx, y - cy];
  return [cx + dx * Math.cos(angle) - dy * Math.sin(angle), cy + dx * Math.sin(angle) + dy * Math.cos(angle)];
};

export const mix = (from, to, share) => from + (to - from) * share;
/** 0 before `start`, 1 after `end`, smooth between. */
export const ease = (time, start, end) => {
  const share = Math.min(1, Math.max(0, (time - start) / (end - start)));
  return share * share * (3 - 2 * share);
};
/** A sine wave with one full turn per unit. */
export const wave = (turns) => Math.sin(turns * 2 * Math.PI);
