import { useEffect, useState } from 'react';
import { PageHead } from '../../components/page-head.tsx';
import { holdWaitingLink, readWaitingLink } from '../../partner-links/waiting-link.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';
import { Invitation } from './invitation.tsx';
import { PasteLink } from './paste-link.tsx';

/** `/join`: uses the link of another person to become their training partner (R377). */
export function JoinScreen() {
  const [secret, setSecret] = useState(readWaitingLink);
  useEffect(() => {
    // Another link, opened in the same tab.
    const look = () => {
      holdWaitingLink();
      setSecret(readWaitingLink());
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return (
    <>
      <PageHead title={SCREEN_TITLES.join} />
      <div className="max-w-[520px]">
        {secret === null ? <PasteLink onLink={setSecret} /> : <Invitation key={secret} secret={secret} onAnother={() => setSecret(null)} />}
      </div>
    </>
  );
}
