import { Button } from '../components/button.tsx';
import { buttonStyle } from '../components/button-style.ts';
import { Icon } from '../components/icon.tsx';
import { PLAYER_TEXTS } from './texts.ts';

export interface VideoProblemProps {
  /** `cannot-show` is for pictures: browsers do not say why they cannot show one. */
  problem: 'cannot-decode' | 'cannot-load' | 'cannot-show';
  type: string | null;
  address: string;
  fileName: string;
  /** Set if a retry may help. */
  onRetry?: () => void;
}

/** Replaces a video or picture that cannot be shown: says why, and offers a download or a retry. */
export function VideoProblem({ problem, type, address, fileName, onRetry }: VideoProblemProps) {
  return (
    <div
      role="alert"
      className="grid aspect-video place-content-center justify-items-center gap-3 rounded-card border border-line bg-sunken p-4 text-center"
    >
      <Icon name={problem === 'cannot-show' ? 'picture' : 'film'} />
      <p>{wordsOf(problem, type)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {problem !== 'cannot-load' && (
          <a href={address} download={fileName} className={buttonStyle('plain')}>
            <Icon name="download" />
            {problem === 'cannot-show' ? PLAYER_TEXTS.downloadPicture : PLAYER_TEXTS.download}
          </a>
        )}
        {onRetry && (
          <Button icon="retry" onClick={onRetry}>
            {PLAYER_TEXTS.tryAgain}
          </Button>
        )}
      </div>
    </div>
  );
}

function wordsOf(problem: VideoProblemProps['problem'], type: string | null): string {
  if (problem === 'cannot-load') return PLAYER_TEXTS.cannotLoad;
  return problem === 'cannot-show' ? PLAYER_TEXTS.cannotShow(type) : PLAYER_TEXTS.cannotDecode(type);
}
