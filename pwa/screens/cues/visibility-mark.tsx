import type { Visibility } from '../../../api/contract/places-and-sports.ts';
import { Icon } from '../../components/icon.tsx';
import type { IconName } from '../../components/icon-shapes.tsx';
import { TEXTS } from './texts.ts';

const ICONS: Record<Visibility, IconName> = { private: 'lock', friends: 'partners', public: 'globe' };

/** Who can see a cue, as an icon with a text alternative. */
export function VisibilityMark({ visibility }: { visibility: Visibility }) {
  const word = TEXTS.visibilities[visibility];
  return (
    <span title={word} className="mt-0.5 flex-none text-ink-2">
      <Icon name={ICONS[visibility]} size="small" />
      <span className="sr-only">{word}</span>
    </span>
  );
}
