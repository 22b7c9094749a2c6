/** A part of a setup, and what finds its mistakes, one line each. */
export type Check = readonly [what: string, find: () => Promise<string[]>];

/** Runs checks one after the other. One that fails is a line itself and hides no other. */
export async function runChecks(checks: readonly Check[]): Promise<string[]> {
  const found: string[] = [];
  for (const [what, find] of checks) {
    found.push(...(await find().catch((error: Error) => [`${what} cannot be examined: ${error.message.split('\n')[0]}`])));
  }
  return found;
}
