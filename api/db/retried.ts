const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const ATTEMPTS = 5;

/** Whether PostgreSQL ended this transaction so that another one could continue: it may succeed if repeated. */
export function mayBeRetried(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  const state = cause?.code ?? code;
  return state === DEADLOCK_DETECTED || state === SERIALIZATION_FAILURE;
}

/** Repeats a transaction that deadlocked or could not be serialized. */
export async function retried<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 1 || !mayBeRetried(error)) throw error;
    }
  }
}
