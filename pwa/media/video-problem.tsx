import { Button } from '../components/button.tsx';
import { buttonStyle } from '../components/button-style.ts';
import { Icon } from '../components/icon.tsx';
import { PLAYER_TEXTS } from './texts.ts';

export interface VideoProblemProps {
  problem: 'cannot-decode' | 'cannot-load';
  type: string | null;
  address: string;
  fileName: string;
  onRetry: () => void;
}

/** Instead of a black rectangle: what is wrong, and what can be done. */
export function VideoProblem({ problem, type, address, fileName, onRetry }: VideoProblemProps) {
  const undecodable = problem === 'cannot-decode';
  return (
    <div role="alert" className="grid aspect-video place-content-center justify-items-center gap-3 rounded-card border border-line bg-sunken p-4 text-center">
      <Icon name="film" />
      <p>{undecodable ? PLAYER_TEXTS.cannotDecode(type) : PLAYER_TEXTS.cannotLoad}</p>
      {undecodable ? (
        <a href={address} download={fileName} className={buttonStyle('plain')}>
          <Icon name="download" />
          {PLAYER_TEXTS.download}
        </a>
      ) : (
        <Button icon="retry" onClick={onRetry}>
          {PLAYER_TEXTS.tryAgain}
        </Button>
      )}
    </div>
  );
}
