import * as z from 'zod/mini';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import { Account, ReclaimAnswer, type Reclaimed, RetryAnswer, ServerMistakes, ServerState } from '../../../api/contract/server-page.ts';
import { showError, showToast } from '../../components/toast-store.ts';
import { answerOnline } from '../../online/act-online.ts';
import type { OnlineListSource } from '../../online/online-list.ts';
import { useOnlineList } from '../../online/use-online-list.ts';
import { useOnlineAccount } from '../../sync/online-account.ts';
import { TEXTS } from './texts.ts';

const STATE: OnlineListSource<ServerState> = {
  name: 'admin.server',
  path: ONLINE_CALLS['admin.server'].path,
  row: ServerState,
  single: true,
};
const MISTAKES: OnlineListSource<ServerMistakes> = {
  name: 'admin.mistakes',
  path: ONLINE_CALLS['admin.mistakes'].path,
  row: ServerMistakes,
  single: true,
};
const PEOPLE: OnlineListSource<Account> = { name: 'admin.people', path: `${ONLINE_CALLS['admin.people'].path}?limit=50`, row: Account };

/** What the page 'Server' shows, and what an admin can do there. Each action says itself what came of it. */
export function useServer() {
  const account = useOnlineAccount();
  const [state, mistakes, people] = [useOnlineList(STATE), useOnlineList(MISTAKES), useOnlineList(PEOPLE)];
  const refresh = () => {
    for (const list of [state, mistakes, people]) list.refresh();
  };
  /** @param words says what was done */
  const act = async <Answer>(
    path: string,
    body: object,
    schema: z.ZodMiniType<Answer>,
    words: (answer: Answer) => string,
    failed: string,
  ): Promise<void> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await answerOnline(account, path, init, failed);
    // Also after a failure: an answer that was lost may have changed something.
    state.refresh();
    if (!answer) return;
    const done = z.safeParse(schema, answer.body);
    if (done.success) showToast({ description: words(done.data) });
    else showError(failed);
  };
  const reclaim = (what: Reclaimed) =>
    act(ONLINE_CALLS['admin.reclaim'].path, { what }, ReclaimAnswer, ({ files }) => TEXTS.reclaimed(files), TEXTS.reclaimFailed);
  const retry = () => act(ONLINE_CALLS['admin.retry'].path, {}, RetryAnswer, ({ jobs }) => TEXTS.retried(jobs), TEXTS.retryFailed);
  return { state, mistakes, people, refresh, reclaim, retry } as const;
}
