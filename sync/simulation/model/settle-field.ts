import type { Kind } from './kinds.ts';
import { partsOf, same, sameParts } from './same-content.ts';

export interface Settled {
  value: unknown;
  /** The order of the parts is not promised, because two people wrote them. */
  mixed: boolean;
  /** The value that lost, which the owner may take back. */
  offered: { kept: unknown; other: unknown } | null;
}

/**
 * What becomes of a field when an edit arrives, from docs/sync.md, 'Conflicts'.
 * @param theirs the value on the server; `isMixed` if its order is not known
 */
export function settleField(kind: Kind, theirs: unknown, isMixed: boolean, saw: unknown, wrote: unknown): Settled {
  if (kind === 'grow') return { value: [...new Set([...partsOf(theirs), ...partsOf(wrote)])], mixed: true, offered: null };
  const equal = kind === 'one' || !isMixed ? same : sameParts;
  if (equal(theirs, saw) || equal(theirs, wrote)) return { value: wrote, mixed: false, offered: null };
  // The author ended where they began.
  if (same(wrote, saw)) return { value: theirs, mixed: isMixed, offered: null };
  if (kind === 'one') return { value: wrote, mixed: false, offered: { kept: wrote, other: theirs } };
  return { value: bothSides(theirs, saw, wrote), mixed: true, offered: null };
}

/** Every part that one side added, and every part that neither side removed, once. */
function bothSides(theirs: unknown, saw: unknown, wrote: unknown): unknown {
  const [held, seen, mine] = [partsOf(theirs), partsOf(saw), partsOf(wrote)];
  const parts: string[] = [];
  for (const part of new Set([...held, ...mine])) {
    const isRemoved = seen.includes(part) && !(held.includes(part) && mine.includes(part));
    if (!isRemoved) parts.push(part);
  }
  return Array.isArray(wrote) ? parts : parts.join('\n');
}
