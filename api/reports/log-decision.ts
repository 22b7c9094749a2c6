import { decisions } from '../db/tables/reports.ts';
import type { MutationContext } from '../routes/mutation-handler.ts';

/** Adds a line to the log of decisions. */
export async function logDecision(
  { tx, now, services }: Pick<MutationContext, 'tx' | 'now'> & { services: Pick<MutationContext['services'], 'newId'> },
  line: Omit<typeof decisions.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  await tx.insert(decisions).values({ ...line, id: services.newId(), at: now });
}
