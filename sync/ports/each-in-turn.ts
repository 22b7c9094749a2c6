/**
 * Runs `act` on each item in order. A failure does not stop the others.
 * @throws the failure, or an AggregateError of several, after the last item
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
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'Several steps failed');
}
