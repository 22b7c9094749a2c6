import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustHaveOwnRows } from '../auth/require-access.ts';
import type { DogAnswer } from '../contract/entities/dog.ts';
import { countAchievements } from '../contract/milestones.ts';
import { ListQuery } from '../contract/online-calls.ts';
import { dogs, videos } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeDog } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerList, FIRST_MOMENT, momentCursor, momentOf, parseQuery } from './list-page.ts';

export function dogReads({ db }: Services): Hono<AppEnv> {
  const ofDog = sql`from ${videos} where ${videos.dogId} = ${dogs.id} and ${videos.deletedAt} is null`;
  const readDogs = db
    .select({
      dog: dogs,
      sessions: sql<number>`(select count(*)::int ${ofDog})`,
      trainingDays: sql<number>`(select count(distinct ${videos.trainedDay})::int ${ofDog})`,
    })
    .from(dogs)
    .where(and(eq(dogs.ownerId, sql.placeholder('userId')), isNull(dogs.deletedAt), afterMoment(dogs.createdAt, dogs.id)))
    .orderBy(asc(dogs.createdAt), asc(dogs.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_dogs');

  type Row = Awaited<ReturnType<typeof readDogs.execute>>[number];
  const keysetOf = ({ dog }: Row) => momentOf(dog);

  return new Hono<AppEnv>().get('/api/dogs', async (c) => {
    const { userId } = mustHaveOwnRows(c);
    const query = parseQuery(c, ListQuery);
    return answerList(
      c,
      query,
      momentCursor(query, FIRST_MOMENT),
      (part) => readDogs.execute({ userId, ...part }),
      keysetOf,
      ({ dog, sessions, trainingDays }): DogAnswer => ({
        ...serializeDog(dog),
        trainingDays,
        achievements: countAchievements({ sessions, trainingDays, titles: dog.titles }),
      }),
    );
  });
}
