import { Link } from 'react-router-dom';
import { buttonStyle } from '../components/button-style.ts';
import { classNames } from '../components/class-names.ts';
import { Icon } from '../components/icon.tsx';
import { SCREEN_TITLES } from '../shell/screen-titles.ts';
import { readyPath } from './field-path.ts';

interface FieldLinkProps {
  /** The session to count for; a new one by default. */
  videoId?: string;
  /** In the head of the log, where phones have room for the icon only. */
  inHead?: boolean;
}

export function FieldLink({ videoId, inHead = false }: FieldLinkProps) {
  return (
    <Link
      to={readyPath(videoId)}
      className={buttonStyle(inHead ? 'quiet' : 'plain', {
        className: classNames(inHead && 'max-md:absolute max-md:-top-2 max-md:right-9 max-md:size-12 max-md:px-0! text-17!'),
      })}
    >
      <Icon name="reps" />
      <span className={inHead ? 'max-md:sr-only' : undefined}>{SCREEN_TITLES.field}</span>
    </Link>
  );
}
