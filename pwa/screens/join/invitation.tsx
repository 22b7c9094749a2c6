import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { type LinkState, readLink } from '../../partner-links/read-link.ts';
import { LINK_TEXTS } from '../../partner-links/texts.ts';
import { forgetWaitingLink } from '../../partner-links/waiting-link.ts';
import { useChangeActions } from '../../people/use-change-actions.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';

const { joining: TEXTS } = LINK_TEXTS;
const PARTNERS_PATH = '/friends';
const PATIENCE_MS = 5_000;

/** A link of another person. Without a connection, its person is not known, and the device uses it later. */
export function Invitation({ secret, onAnother }: { secret: string; onAnother: () => void }) {
  const { state, look } = useLinkState(secret);
  const mutate = useMutate();
  const { keep } = useChangeActions();
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const link = state.is === 'opened' ? state.link : null;
  const isUseless = state.is === 'ended' || link?.isOwn;

  const accept = async () => {
    setSending(true);
    const words = { done: link?.isDirect ? TEXTS.become : TEXTS.used, waits: TEXTS.waits };
    const isKept = await keep(mutate('friendships.join', { payload: { secret } }), TEXTS.failed, words);
    setSending(false);
    if (!isKept) return;
    forgetWaitingLink(secret);
    void navigate(PARTNERS_PATH, { replace: true });
  };

  if (state.is === 'asking') return <p role="status">{TEXTS.asking}</p>;
  return (
    <div className="grid justify-items-start gap-4">
      {link && !link.isOwn && (
        <div>
          <h2 dir="auto">{TEXTS.from(link.firstName)}</h2>
          <p className="mt-1 text-ink-2">{link.isDirect ? TEXTS.direct : TEXTS.request}</p>
        </div>
      )}
      <p role="status" className="empty:hidden">
        {link?.isOwn && TEXTS.own}
        {state.is !== 'opened' && TEXTS[state.is]}
      </p>
      <div className="flex flex-wrap gap-2">
        {(state.is === 'offline' || link?.isOwn === false) && (
          <Button tone="primary" pending={isSending && TEXTS.sending} onClick={() => void accept()}>
            {link?.isDirect === false ? TEXTS.send : TEXTS.accept}
          </Button>
        )}
        {(state.is === 'unread' || state.is === 'offline') && (
          <Button icon="retry" onClick={look}>
            {TEXTS.retry}
          </Button>
        )}
        {isUseless ? (
          <Button
            onClick={() => {
              forgetWaitingLink(secret);
              onAnother();
            }}
          >
            {TEXTS.another}
          </Button>
        ) : (
          <Link to={PARTNERS_PATH} className={buttonStyle('plain')} onClick={() => forgetWaitingLink(secret)}>
            {TEXTS.notNow}
          </Link>
        )}
      </div>
    </div>
  );
}

function useLinkState(secret: string): { state: LinkState; look: () => void } {
  const store = useStore();
  const ports = usePorts();
  const [state, setState] = useState<LinkState>({ is: 'asking' });
  const latest = useRef(0);
  const look = useCallback(() => {
    latest.current += 1;
    const turn = latest.current;
    // An earlier answer must not replace a later one.
    void readLink(ports, store.userId, secret).then((found) => turn === latest.current && setState(found));
  }, [ports, store, secret]);
  useEffect(() => {
    look();
    // Some networks answer nothing for minutes. The link can be used without knowing whose it is.
    const timer = setTimeout(() => setState((before) => (before.is === 'asking' ? { is: 'offline' } : before)), PATIENCE_MS);
    addEventListener('online', look);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', look);
    };
  }, [look]);
  return { state, look };
}
