import type { Video } from '../../api/contract/entities/video.ts';
import { classNames } from '../components/class-names.ts';
import { Marked } from './marked.tsx';

interface SessionConditionsProps {
  /** A session that is shared by link has no conditions, and one stored by an older app may lack them. */
  session: Partial<Video>;
  /** Folded words of a search, which are marked. */
  found?: readonly string[];
  className?: string;
}

/** Weather, surface and place of a session in one line, on its card in the log and on its page (R354). */
export function SessionConditions({ session: { weather, surface, place }, found = [], className }: SessionConditionsProps) {
  const conditions = [weather, surface, place].filter((condition) => condition);
  if (conditions.length === 0) return null;
  return (
    <p dir="auto" className={classNames('text-15 text-ink-3 [overflow-wrap:anywhere]', className)}>
      <Marked text={conditions.join(' · ')} found={found} />
    </p>
  );
}
