import type { ReactNode } from 'react';
import type { AdminReport, Evidence } from '../../../api/contract/admin-reports.ts';
import { REASON_WORDS } from '../../../api/contract/report-words.ts';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { formatLength } from '../../dates/format-date.ts';
import { TEXTS } from './texts.ts';

/** What was reported, as it was then, and who is concerned. */
export function ReportDetails({ report }: { report: AdminReport }) {
  const { number, subject, note, owner, reporter, evidence, others } = report;
  const person = (who: AdminReport['reporter']) => [who.name, who.email].filter(Boolean).join(', ') || TEXTS.noAccount;
  return (
    <div className="mt-4 grid max-w-[640px] gap-4 rounded-card bg-sunken p-4">
      <dl className="grid gap-3">
        <Fact label={TEXTS.reporter}>{person(reporter)}</Fact>
        {owner && <Fact label={TEXTS.owner}>{person(owner)}</Fact>}
        {note && <Fact label={TEXTS.note}>{note}</Fact>}
        {others.length > 0 && <Fact label={TEXTS.otherNotes}>{others.map(otherWords).join('\n')}</Fact>}
        {evidence?.texts.map(({ label, text }) => (
          <ItemBoundary key={label} what="text" id={label} resetKey={text}>
            <Fact label={label}>{text}</Fact>
          </ItemBoundary>
        ))}
      </dl>
      {evidence?.objects.map((object) => (
        <ItemBoundary key={object.path} what="file" id={object.path} resetKey={object}>
          <Shown {...object} />
        </ItemBoundary>
      ))}
      {!evidence && subject !== 'complaint' && <p className="text-15 text-ink-2">{TEXTS.gone}</p>}
      <p className="text-15 text-ink-3">{TEXTS.number(number)}</p>
    </div>
  );
}

/** Why someone else reported it, where, and what they wrote. */
const otherWords = ({ reason, atSeconds, note }: AdminReport['others'][number]): string =>
  [reason && REASON_WORDS[reason], atSeconds !== null && TEXTS.at(formatLength(atSeconds)), note].filter(Boolean).join(', ');

/** A film or picture that was reported. */
function Shown({ path, mediaType }: Evidence['objects'][number]) {
  if (!mediaType.startsWith('video/')) return <img src={path} alt={TEXTS.file} className="max-h-[60vh] w-full object-contain" />;
  return (
    // Films of training have no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video controls preload="metadata" src={path} aria-label={TEXTS.file} className="max-h-[60vh] w-full bg-black" />
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-15 text-ink-3">{label}</dt>
    <dd dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      {children}
    </dd>
  </div>
);
