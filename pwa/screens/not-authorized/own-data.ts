import type { Comment } from '../../../api/contract/entities/comment.ts';
import type { Cue } from '../../../api/contract/entities/cue.ts';
import type { DogAnswer } from '../../../api/contract/entities/dog.ts';
import type { Plan } from '../../../api/contract/entities/plan.ts';
import type { Program } from '../../../api/contract/entities/program.ts';
import type { TrainingSet } from '../../../api/contract/entities/set.ts';
import type { Trial } from '../../../api/contract/entities/trial.ts';
import type { Profile } from '../../../api/contract/entities/user.ts';
import type { VideoAnswer } from '../../../api/contract/entities/video.ts';
import { askServer, RefusedCall } from '../../online/ask-server.ts';
import { nextPage } from '../../online/next-page.ts';
import { pagePorts } from '../../online/page-ports.ts';

/** The data that a person may still read after their beta access was removed (R170). */
export interface OwnData {
  profile: Profile;
  sessions: (VideoAnswer & { comments: Comment[] })[];
  dogs: DogAnswer[];
  cues: Cue[];
  programs: Program[];
  /** Of all sessions. */
  sets: TrainingSet[];
  plans: Plan[];
  trials: Trial[];
  /** The person's own comments, on any session. */
  comments: Comment[];
}

const call = (userId: string, method: string, path: string, body?: object) =>
  askServer(pagePorts, userId, path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });

async function readAll<Row>(userId: string, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page: string | null = path; page !== null; ) {
    const answer = await call(userId, 'GET', page);
    rows.push(...((await answer.json()) as Row[]));
    page = nextPage(answer);
  }
  return rows;
}

/**
 * @returns null if the account never had access and therefore has no data
 * @throws RefusedCall, or TypeError without a network
 */
export async function readOwnData(userId: string): Promise<OwnData | null> {
  try {
    const profile = (await (await call(userId, 'GET', `/api/users/${userId}`)).json()) as Profile;
    const videos = await readAll<VideoAnswer>(userId, '/api/videos');
    const sessions: OwnData['sessions'] = [];
    for (const video of videos) {
      const comments = video.commentCount > 0 ? await readAll<Comment>(userId, `/api/videos/${video.id}/comments`) : [];
      sessions.push({ ...video, comments });
    }
    return {
      profile,
      sessions,
      dogs: await readAll<DogAnswer>(userId, '/api/dogs'),
      cues: await readAll<Cue>(userId, '/api/cues'),
      programs: await readAll<Program>(userId, '/api/programs'),
      sets: (await readIfKnown<TrainingSet>(userId, '/api/sets')) ?? [],
      plans: (await readIfKnown<Plan>(userId, '/api/plans')) ?? [],
      trials: (await readIfKnown<Trial>(userId, '/api/trials')) ?? [],
      comments:
        (await readIfKnown<Comment>(userId, '/api/comments')) ??
        sessions.flatMap(({ comments }) => comments.filter((comment) => comment.userId === userId)),
    };
  } catch (error) {
    if (error instanceof RefusedCall && error.status === 403) return null;
    throw error;
  }
}

/** Null from an older server, which does not know the list. */
async function readIfKnown<Row>(userId: string, path: string): Promise<Row[] | null> {
  try {
    return await readAll<Row>(userId, path);
  } catch (error) {
    if (!(error instanceof RefusedCall && error.status === 404)) throw error;
    return null;
  }
}

const sharedSessions = ({ sessions }: OwnData) => sessions.filter(({ shared }) => shared);
const shownCues = ({ cues }: OwnData) => cues.filter(({ visibility }) => visibility !== 'private');

const shownTrials = ({ trials }: OwnData) => trials.filter(({ shownToPartners }) => shownToPartners);

/** Counts what others would see again if access returned. */
export const countShown = (data: OwnData): { links: number; cues: number; trials: number; profile: boolean } => ({
  links: sharedSessions(data).length,
  cues: shownCues(data).length,
  trials: shownTrials(data).length,
  profile: data.profile.profileVisibility === 'public',
});

/** Switches all public links off and makes cues, trials and profile private. Safe to repeat. */
export async function goPrivate(userId: string, data: OwnData): Promise<void> {
  for (const { id } of sharedSessions(data)) await call(userId, 'DELETE', `/api/videos/${id}/share`);
  for (const { id } of shownCues(data)) await call(userId, 'PATCH', `/api/cues/${id}`, { visibility: 'private' });
  for (const { id } of shownTrials(data)) await call(userId, 'PATCH', `/api/trials/${id}`, { shownToPartners: false });
  await call(userId, 'PATCH', '/api/users/profile', { profileVisibility: 'private' });
}

/** Deletes the export and all rows; the server keeps rows for `DELETED_KEPT_DAYS`. Safe to repeat. */
export async function deleteAll(userId: string, data: OwnData): Promise<void> {
  await goPrivate(userId, data);
  // An older server knows no exports.
  await call(userId, 'DELETE', '/api/export').catch((error: unknown) => {
    if (!(error instanceof RefusedCall && error.status === 404)) throw error;
  });
  for (const { id, videoId } of data.comments) await call(userId, 'DELETE', `/api/videos/${videoId}/comments/${id}`);
  const paths = {
    sessions: '/api/videos',
    dogs: '/api/dogs',
    cues: '/api/cues',
    programs: '/api/programs',
    plans: '/api/plans',
    trials: '/api/trials',
  } as const;
  for (const kind of ['sessions', 'plans', 'trials', 'programs', 'cues', 'dogs'] as const) {
    for (const { id } of data[kind]) await call(userId, 'DELETE', `${paths[kind]}/${id}`);
  }
}
