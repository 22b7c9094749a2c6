/** A copy of the list with the element at `from` moved to `to`. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return [...list];
  const others = list.filter((_each, place) => place !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}
