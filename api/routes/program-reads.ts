import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { hiddenFrom, mustHaveOwnRows } from '../auth/require-access.ts';
import { programs } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeProgram } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { LIVE_CUES, withoutDeleted } from './live-cues.ts';
import { answerOwnList } from './list-page.ts';
import { mustBeId } from './path-id.ts';

export function programReads({ db }: Services): Hono<AppEnv> {
  const ownLive = and(eq(programs.ownerId, sql.placeholder('userId')), isNull(programs.deletedAt));
  const readPrograms = db
    .select()
    .from(programs)
    .where(and(ownLive, afterMoment(programs.createdAt, programs.id)))
    .orderBy(asc(programs.createdAt), asc(programs.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_programs');
  const readCues = db
    .select({ cues: programs.cues, live: LIVE_CUES })
    .from(programs)
    .where(and(ownLive, eq(programs.id, sql.placeholder('programId'))))
    .prepare('cues_of_program');

  return new Hono<AppEnv>()
    .get('/api/programs', (c) => answerOwnList(c, (part) => readPrograms.execute({ ...part }), serializeProgram))
    .get('/api/programs/:id/cues', async (c) => {
      const person = mustHaveOwnRows(c);
      const [program] = await readCues.execute({ userId: person.userId, programId: mustBeId(c, 'id') });
      if (!program) throw hiddenFrom(person);
      return c.json(withoutDeleted(program.cues, new Set(program.live)));
    });
}
