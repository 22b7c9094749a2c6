/**
 * Runs `act` on one after the other; what goes wrong with one keeps no other from its turn.
 * @throws what went wrong, once all have had theirs
 */
export async function eachInTurn<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = [];
  for (const one of all) {
    try {
      await act(one);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'Some of these did not succeed');
}
