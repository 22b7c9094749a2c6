/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { EMAIL_MAX, REPORT_NOTE_MAX } from '../contract/limits.ts';
import { REASON_WORDS } from '../contract/report-words.ts';
import { REASON_NAMES } from '../contract/reports.ts';
import { dayInWords } from '../mail/report-letters.ts';
import type { ReportRow } from './report-for.ts';
import { TEXTS } from './texts.ts';

export const REPORT_STYLE = `
main.wide{max-width:36rem}
h2{margin:32px 0 8px;font-size:1.25rem;line-height:1.25}
main.wide ul{margin:0;padding-inline-start:20px}
li+li{margin-top:8px}
fieldset{margin:24px 0 0;padding:0;border:0;min-width:0}
legend{padding:0;font-weight:600}
.pick{display:flex;align-items:center;gap:12px;min-height:48px;margin:0;border-bottom:1px solid var(--line);font-weight:400}
.pick input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--primary)}
.field{margin-top:24px}
.field small{font-size:.9375rem;font-weight:400;color:var(--ink-2)}
textarea{display:block;width:100%;min-height:112px;padding:12px;border:1px solid var(--control);border-radius:6px;background:var(--surface);color:inherit;font:inherit;resize:vertical}
textarea[aria-invalid=true]{border:2px solid var(--danger)}
.hint{margin-top:16px;font-size:.9375rem;color:var(--ink-2)}
`;

/** What was typed into a form, and what is wrong with it. */
export interface Typed {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  typed: Typed;
}

function Field({ name, label, hint, optional, typed, ...input }: FieldProps & Record<string, unknown>) {
  const error = typed.errors[name];
  const described = [...(hint ? [`${name}-hint`] : []), ...(error ? [`${name}-error`] : [])].join(' ');
  const shared = {
    id: name,
    name,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': described || undefined,
  };
  return (
    <div class="field">
      <label for={name}>
        {label} {optional && <small>{TEXTS.report.optional}</small>}
      </label>
      {name === 'note' ? (
        <textarea {...shared} maxlength={REPORT_NOTE_MAX} rows={4}>
          {typed.values[name] ?? ''}
        </textarea>
      ) : (
        <input {...shared} type="text" value={typed.values[name] ?? ''} {...input} />
      )}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <ErrorOf name={name} typed={typed} />
    </div>
  );
}

const ErrorOf = ({ name, typed }: { name: string; typed: Typed }) =>
  typed.errors[name] ? (
    <p class="error" id={`${name}-error`} role="alert">
      {typed.errors[name]}
    </p>
  ) : null;

const Others = () => (
  <div class="others">
    <a class="quiet" href="/rules">
      {TEXTS.links.rules}
    </a>
    <a class="quiet" href="/complaints">
      {TEXTS.links.complaints}
    </a>
    <a class="quiet" href="/privacy">
      {TEXTS.links.privacy}
    </a>
  </div>
);

const EmailField = ({ typed, hint, optional }: { typed: Typed; hint: string; optional?: boolean }) => (
  <Field
    name="email"
    label={TEXTS.report.email}
    hint={hint}
    optional={optional ?? false}
    typed={typed}
    type="email"
    inputmode="email"
    autocomplete="email"
    autocapitalize="none"
    maxlength={EMAIL_MAX}
  />
);

interface FormProps {
  typed: Typed;
  /** Whether the account of the person takes the answer, so that no address is asked for. */
  isKnown: boolean;
}

/** Reports a session that was shared by link. */
export const ReportPage = ({ id, title, isFilm, typed, isKnown }: FormProps & { id: string; title: string; isFilm: boolean }) => (
  <main class="wide">
    <h1>{TEXTS.report.title}</h1>
    <p class="lead">{TEXTS.report.of(title)}</p>
    <ErrorOf name="form" typed={typed} />
    <form method="post" action={`/report/${id}`} novalidate>
      <fieldset aria-describedby={typed.errors['reason'] ? 'reason-error' : undefined}>
        <legend>{TEXTS.report.reason}</legend>
        {REASON_NAMES.map((name) => (
          <label key={name} class="pick">
            <input type="radio" name="reason" value={name} checked={typed.values['reason'] === name} />
            {REASON_WORDS[name]}
          </label>
        ))}
        <ErrorOf name="reason" typed={typed} />
      </fieldset>
      {isFilm && <Field name="at" label={TEXTS.report.at} optional typed={typed} placeholder={TEXTS.report.atExample} maxlength={8} />}
      <Field name="note" label={TEXTS.report.note} optional typed={typed} />
      {isKnown ? <p class="hint">{TEXTS.report.asYou}</p> : <EmailField typed={typed} hint={TEXTS.report.emailHint} optional />}
      <p class="hint">{TEXTS.report.who}</p>
      <p class="hint">{TEXTS.report.danger}</p>
      <div class="fields">
        <button class="button">{TEXTS.report.send}</button>
      </div>
    </form>
    <Others />
  </main>
);

/** Takes complaints about data and decisions, from everyone. */
export const ComplaintPage = ({ typed, isKnown }: FormProps) => (
  <main class="wide">
    <h1>{TEXTS.complaint.title}</h1>
    <p class="lead">{TEXTS.complaint.lead}</p>
    <ErrorOf name="form" typed={typed} />
    <form method="post" action="/complaints" novalidate>
      <Field name="number" label={TEXTS.complaint.number} optional typed={typed} inputmode="numeric" maxlength={10} />
      <Field name="note" label={TEXTS.complaint.note} typed={typed} />
      {!isKnown && <EmailField typed={typed} hint={TEXTS.complaint.emailHint} />}
      <p class="hint">{TEXTS.complaint.who}</p>
      <div class="fields">
        <button class="button">{TEXTS.complaint.send}</button>
      </div>
    </form>
    <Others />
  </main>
);

/** Says that it has arrived, with its number and the day it is due. */
export const SentPage = ({ row, isMailed }: { row: Pick<ReportRow, 'number' | 'subject' | 'dueAt' | 'reporterId'>; isMailed: boolean }) => {
  const isComplaint = row.subject === 'complaint';
  const due = dayInWords(row.dueAt);
  return (
    <main class="wide">
      <h1>{isComplaint ? TEXTS.sent.complaint : TEXTS.sent.report}</h1>
      <p class="lead">
        <b>{TEXTS.sent.number(row.number)}</b> {isComplaint ? TEXTS.sent.answerDue(due) : TEXTS.sent.due(due)}
      </p>
      <p class="hint">{isMailed ? TEXTS.sent.mailed : row.reporterId ? TEXTS.sent.inApp : TEXTS.sent.unmailed}</p>
      <Others />
    </main>
  );
};

const Items = ({ items }: { items: readonly Child[] }) => (
  <ul>
    {items.map((item, place) => (
      <li key={place}>{item}</li>
    ))}
  </ul>
);

export const RulesPage = ({ termsUrl }: { termsUrl: string | undefined }) => (
  <main class="wide">
    <h1>{TEXTS.rules.title}</h1>
    <p class="lead">{TEXTS.rules.lead}</p>
    <h2>{TEXTS.rules.not}</h2>
    <Items items={REASON_NAMES.filter((name) => name !== 'other').map((name) => REASON_WORDS[name])} />
    <h2>{TEXTS.rules.reports}</h2>
    <Items items={TEXTS.rules.reportItems} />
    <h2>{TEXTS.rules.decisions}</h2>
    <Items items={TEXTS.rules.decisionItems} />
    {termsUrl && (
      <p class="hint">
        <a href={termsUrl}>{TEXTS.rules.terms}</a>
      </p>
    )}
    <Others />
  </main>
);

export const GonePage = () => (
  <main class="wide">
    <h1>{TEXTS.report.gone.title}</h1>
    <p class="lead">{TEXTS.report.gone.lead}</p>
    <Others />
  </main>
);
