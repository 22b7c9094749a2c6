import { PEOPLE_TEXTS as TEXTS } from './texts.ts';

const BADGE = 'rounded-[4px] border border-control px-[7px] py-px text-13 font-semi text-ink-2';

/** Sports as badges. Beyond `most` of them, shows only how many more there are. */
export function SportBadges({ sports, most = sports.length }: { sports: readonly string[]; most?: number }) {
  const more = sports.length - most;
  return (
    <ul className="flex flex-wrap gap-1">
      {sports.slice(0, most).map((sport) => (
        <li key={sport} className={BADGE}>
          {sport}
        </li>
      ))}
      {more > 0 && <li className="px-1 py-px text-13 font-semi text-ink-3">{TEXTS.moreSports(more)}</li>}
    </ul>
  );
}
