import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '../../components/icon-button.tsx';
import { useUser } from '../../session/session-context.tsx';
import { TEXTS } from './texts.ts';

/** Holds the id of the person who closed it, so that the next one on this device is asked too. */
const CLOSED_KEY = 'name-offer-closed';

/**
 * Asks who signed in without a name to complete it and to choose their visibility (design 7.5): one line, until it is
 * done or closed. Known from the first draw on, so that it moves nothing.
 */
export function NameOffer() {
  const { id, firstName } = useUser();
  const [closed, setClosed] = useState(() => localStorage.getItem(CLOSED_KEY) === id);
  if (firstName || closed) return null;
  const close = () => {
    localStorage.setItem(CLOSED_KEY, id);
    setClosed(true);
  };
  return (
    <div className="mb-6 flex items-center justify-between gap-2 border-y border-line">
      <Link to="/profile/edit" className="inline-flex min-h-12 items-center text-15 font-semi text-primary underline">
        {TEXTS.nameOffer.words}
      </Link>
      <IconButton icon="close" small label={TEXTS.nameOffer.close} onClick={close} />
    </div>
  );
}
