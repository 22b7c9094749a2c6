/** A release of Longline, and how many migrations came with earlier ones. */
export interface Release {
  release: string;
  migrationsBefore: number;
}

/** Every release, oldest first. The last one is this build; add its line when you raise the version (docs/decisions/0139). */
export const RELEASES: readonly Release[] = [
  { release: '0.1.0', migrationsBefore: 0 },
  { release: '0.2.0', migrationsBefore: 13 },
  { release: '0.2.1', migrationsBefore: 13 },
  { release: '0.3.0', migrationsBefore: 13 },
  { release: '0.4.0', migrationsBefore: 16 },
];
