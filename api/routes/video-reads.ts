import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { hiddenFrom, mustHaveBetaAccess, mustHaveOwnRows } from '../auth/require-access.ts';
import type { VideoAnswer } from '../contract/entities/video.ts';
import { ListQuery, PartnersQuery } from '../contract/online-calls.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { comments, dogs, videos } from '../db/tables/training.ts';
import { users } from '../db/tables/people.ts';
import { notFound } from '../errors.ts';
import { sharedVideoReader } from '../public-page/shared-video.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeVideo } from '../serialize-rows.ts';
import { fullName } from './full-name.ts';
import { beforeMoment } from './keyset.ts';
import { answerList, LAST_MOMENT, momentCursor, parseQuery } from './list-page.ts';
import { arePartners } from './partners.ts';
import { partnersOf } from './partners-of.ts';
import { mustBeId } from './path-id.ts';

export function videoReads({ db }: Services): Hono<AppEnv> {
  const reader = sql`${sql.placeholder('userId')}::text::uuid`;
  const commentCount = sql<number>`(select count(*)::int from ${comments} where ${comments.videoId} = ${videos.id}
    and ${comments.deletedAt} is null and not ${isBlocked(comments.userId, reader)})`;
  const answered = {
    video: videos,
    firstName: users.firstName,
    lastName: users.lastName,
    dogName: dogs.name,
    dogImage: dogs.image,
    commentCount,
  };
  const readOwn = db
    .select(answered)
    .from(videos)
    .innerJoin(users, eq(users.id, videos.ownerId))
    .leftJoin(dogs, eq(dogs.id, videos.dogId))
    .where(and(eq(videos.ownerId, sql.placeholder('userId')), isNull(videos.deletedAt), beforeMoment(videos.trainedAt, videos.id)))
    .orderBy(desc(videos.trainedAt), desc(videos.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_videos');

  // Takes the newest of each partner, then the newest of these: reads at most one page per partner.
  const partners = partnersOf(db);
  const newest = db
    .select({ newestId: sql<string>`${videos.id}`.as('newest_id') })
    .from(videos)
    .where(
      and(
        eq(videos.ownerId, partners.partnerId),
        isNull(videos.deletedAt),
        eq(videos.takenDown, false),
        beforeMoment(videos.trainedAt, videos.id),
      ),
    )
    .orderBy(desc(videos.trainedAt), desc(videos.id))
    .limit(sql.placeholder('limit'))
    .as('newest');
  const readPartners = db
    .select(answered)
    .from(partners)
    .crossJoinLateral(newest)
    .innerJoin(videos, eq(videos.id, newest.newestId))
    .innerJoin(users, eq(users.id, videos.ownerId))
    .leftJoin(dogs, eq(dogs.id, videos.dogId))
    .orderBy(desc(videos.trainedAt), desc(videos.id))
    .limit(sql.placeholder('limit'))
    .prepare('partner_videos');

  const readOne = db
    .select(answered)
    .from(videos)
    .innerJoin(users, eq(users.id, videos.ownerId))
    .leftJoin(dogs, eq(dogs.id, videos.dogId))
    .where(and(eq(videos.id, sql.placeholder('id')), isNull(videos.deletedAt)))
    .prepare('one_video');

  const readShared = sharedVideoReader(db);

  type Row = Awaited<ReturnType<typeof readOwn.execute>>[number];
  const keysetOf = ({ video }: Row) => ({ key: video.trainedAt.toISOString(), id: video.id });
  const toAnswer = (row: Row): VideoAnswer => ({
    ...serializeVideo(row.video),
    ownerName: fullName(row),
    dogName: row.dogName,
    dogImage: row.dogImage,
    commentCount: row.commentCount,
  });

  return new Hono<AppEnv>()
    .get('/api/videos', async (c) => {
      const { userId } = mustHaveOwnRows(c);
      const query = parseQuery(c, ListQuery);
      const start = momentCursor(query, LAST_MOMENT);
      return answerList(c, query, start, (part) => readOwn.execute({ userId, ...part }), keysetOf, toAnswer);
    })
    .get('/api/videos/partners', async (c) => {
      const { userId } = mustHaveBetaAccess(c);
      const query = parseQuery(c, PartnersQuery);
      const start = momentCursor(query, query.before ? { ...LAST_MOMENT, key: query.before } : LAST_MOMENT);
      return answerList(c, query, start, (part) => readPartners.execute({ userId, ...part }), keysetOf, toAnswer);
    })
    .get('/api/videos/:id/share', async (c) => {
      const shared = await readShared(mustBeId(c, 'id'));
      if (!shared) throw notFound();
      return c.json(shared.video);
    })
    .get('/api/videos/:id', async (c) => {
      const person = mustHaveOwnRows(c);
      const [row] = await readOne.execute({ id: mustBeId(c, 'id'), userId: person.userId });
      const isTheirs =
        row && (row.video.ownerId === person.userId || (!row.video.takenDown && (await arePartners(db, person.userId, row.video.ownerId))));
      if (!isTheirs) throw hiddenFrom(person);
      return c.json(toAnswer(row));
    });
}
