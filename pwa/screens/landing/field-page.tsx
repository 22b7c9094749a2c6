import { DayHeader } from '../../components/day-header.tsx';
import { LogEntry } from '../../components/log-entry.tsx';
import { SendAwayField } from './send-away-field.tsx';
import { TEXTS } from './texts.ts';

/** A sample log page for visitors; its line is dashed next to unsynced sessions. */
export function FieldPage() {
  return (
    <figure aria-label={TEXTS.excerptLabel} className="long-line" data-narrow>
      {TEXTS.excerpt.map(({ day, weekday, dog, onlyHere, sessions }, index) => (
        <div key={day}>
          <DayHeader day={day} dayWords={weekday} count={dog} first={index === 0} onlyHere={onlyHere} />
          {sessions.map(({ time, title, notes, here, length }, row) => (
            <LogEntry
              key={time}
              state={here ? 'saved' : 'synced'}
              last={index === TEXTS.excerpt.length - 1 && row === sessions.length - 1}
              className={row === sessions.length - 1 && index === TEXTS.excerpt.length - 1 ? 'pt-1.5' : 'pt-1.5 pb-6'}
            >
              <div className="flex items-baseline justify-between gap-2 text-15">
                <h3 className="text-15">{title}</h3>
                <time className="text-ink-3">{time}</time>
              </div>
              <p className="text-ink-2">{notes}</p>
              {length && (
                <div className="relative mt-2 overflow-hidden rounded-card">
                  <SendAwayField />
                  <span className="absolute right-2 bottom-2 rounded-[4px] bg-[#0b100d]/85 px-[7px] py-px text-13 font-semi text-[#fff]">
                    {length}
                  </span>
                </div>
              )}
            </LogEntry>
          ))}
        </div>
      ))}
    </figure>
  );
}
