import { Dexie } from 'dexie';
import type { Comment } from '../../api/contract/entities/comment.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface CommentCard {
  comment: Comment;
  /** True for own comments, and for all comments on one's own sessions (R83). */
  mayDelete: boolean;
  sync: RowSync;
}

/** The comments on one session, newest first. */
export async function listComments(store: Store, videoId: string): Promise<CommentCard[]> {
  const [rows, video] = await Promise.all([
    store.view('comments').where('[videoId+live]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).reverse().toArray(),
    store.view('videos').get(videoId),
  ]);
  const syncOf = await readRowSyncs(
    store,
    'comments',
    rows.map(({ id }) => id),
  );
  const isOwnSession = video?.ownerId === store.userId;
  return rows.map((row) => ({
    comment: plainRow(row),
    mayDelete: isOwnSession || row.userId === store.userId,
    sync: syncOf(row.id).sync,
  }));
}
