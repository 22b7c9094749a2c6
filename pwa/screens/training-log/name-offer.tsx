import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '../../components/icon-button.tsx';
import { isFirstRunOver } from '../../first-run/first-run-over.ts';
import { useUser } from '../../sign-in/sign-in-context.tsx';
import { TEXTS } from './texts.ts';

/** Stores the id of the person who closed the offer, so that the next person on this device still sees it. */
const CLOSED_KEY = 'name-offer-closed';

/**
 * Asks a person without a name to complete their profile and visibility (R43), until they do so or close the offer.
 * It appears only with the list: newcomers are first led to the first run, which asks the same.
 * The first render knows whether to show it, so that it shifts no content.
 */
export function NameOffer() {
  const { id, firstName } = useUser();
  const [closed, setClosed] = useState(() => localStorage.getItem(CLOSED_KEY) === id || isFirstRunOver(id));
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
