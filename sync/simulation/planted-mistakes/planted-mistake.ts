/** A mistake to plant in a copy of the code. The simulation or a test must find it. */
export interface PlantedMistake {
  name: string;
  /** One sentence: what goes wrong for people. */
  breaks: string;
  /** Path from the root. */
  file: string;
  /** The text to replace; it occurs exactly once in the file. */
  old: string;
  new: string;
  /** The test that must fail with the mistake: its file, and its title or a part of it. Without one, the simulation must find it. */
  foundBy?: { file: string; test: string };
}

/** The source with the mistake in it; null if the mistake no longer applies. */
export function plant(source: string, { old, new: mistaken }: Pick<PlantedMistake, 'old' | 'new'>): string | null {
  const [before, after, ...more] = source.split(old);
  return before === undefined || after === undefined || more.length > 0 ? null : before + mistaken + after;
}
