/** @jsxImportSource hono/jsx */
import { isLoopback } from '../auth/loopback.ts';
import type { Env } from '../env.ts';
import { KEPT, timeInWords } from './kept.ts';
import { TEXTS } from './texts.ts';

export type PrivacyPageProps = Pick<Env, 'operator' | 'termsUrl' | 'databaseUrl' | 'objectStore' | 'smtpUrl' | 'oidc' | 'backup'>;

const Items = ({ items }: { items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

/** Null for a name that only this machine and its neighbours know, such as that of a container. */
function hostOf(url: string): string | null {
  const { hostname } = new URL(url);
  return isLoopback(hostname) || !hostname.includes('.') ? null : hostname;
}

/** Where what people keep lies, and through whose hands it goes, with these settings. */
function places({ databaseUrl, objectStore, smtpUrl, oidc, backup }: Omit<PrivacyPageProps, 'operator' | 'termsUrl'>): string[] {
  const database = databaseUrl ? hostOf(databaseUrl) : null;
  const bucket = objectStore && (objectStore.endpoint ? hostOf(objectStore.endpoint) : `Amazon S3, ${objectStore.region}`);
  const mail = smtpUrl ? hostOf(smtpUrl) : null;
  return [
    ...(database && bucket ? [] : [TEXTS.onMachine]),
    ...(database ? [TEXTS.inDatabase(database)] : []),
    ...(bucket ? [TEXTS.inBucket(bucket)] : []),
    ...(backup ? [TEXTS.inBackups] : []),
    ...(oidc ? [TEXTS.provider(hostOf(oidc.issuer) ?? new URL(oidc.issuer).hostname)] : mail ? [TEXTS.mailed(mail)] : []),
    TEXTS.pushes,
    TEXTS.nothingElse,
  ];
}

/** What this build, with these settings, does with people's data (R369). */
export const PrivacyPage = ({ operator, termsUrl, ...settings }: PrivacyPageProps) => (
  <main class="wide">
    <h1>{TEXTS.title}</h1>
    <p class="lead">{TEXTS.lead}</p>

    <h2>{TEXTS.operator}</h2>
    {operator ? (
      <p>
        {operator.name}. {TEXTS.write} <a href={`mailto:${operator.email}`}>{operator.email}</a>.
      </p>
    ) : (
      <p>{TEXTS.operatorUnknown}</p>
    )}
    <p>{TEXTS.rights}</p>
    {termsUrl && (
      <p>
        <a href={termsUrl}>{TEXTS.terms}</a>
      </p>
    )}

    <h2>{TEXTS.kept}</h2>
    <Items items={TEXTS.keptItems} />
    <p>{TEXTS.removed}</p>

    <h2>{TEXTS.seen}</h2>
    <Items items={TEXTS.seenItems} />

    <h2>{TEXTS.where}</h2>
    <Items items={places(settings)} />

    <h2>{TEXTS.long}</h2>
    <p>{TEXTS.untilDeleted}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">{TEXTS.what}</th>
          <th scope="col">{TEXTS.time}</th>
        </tr>
      </thead>
      <tbody>
        {[
          ...KEPT,
          ...(settings.backup ? [{ what: TEXTS.backups, seconds: settings.backup.keepDays * 86_400, from: TEXTS.fromMaking }] : []),
        ].map(({ what, seconds, from }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{`${timeInWords(seconds)} after ${from}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p>{TEXTS.sweeps}</p>
    <p>{settings.smtpUrl || settings.oidc ? TEXTS.logs : TEXTS.logsWithCodes}</p>

    <h2>{TEXTS.cookies}</h2>
    <p>
      {TEXTS.cookiesAre} {settings.oidc && TEXTS.cookieOfProvider}
    </p>
  </main>
);

export const PRIVACY_STYLE = `
main.wide{max-width:42rem}
h2{margin:32px 0 8px;font-size:1.25rem;line-height:1.25}
main.wide p+p,main.wide ul+p,table+p{margin-top:12px}
ul{margin:0;padding-inline-start:20px}
li+li{margin-top:8px}
table{width:100%;margin-top:12px;border-collapse:collapse}
th,td{padding:8px 12px 8px 0;border-top:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}
thead th{border-top:0;font-size:.8125rem;font-weight:600;color:var(--ink-2)}
td{padding-inline-end:0}
`;
