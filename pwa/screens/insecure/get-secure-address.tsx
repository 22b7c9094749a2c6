import { Button } from '../../components/button.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { TEXTS } from './texts.ts';

const { ask, run } = TEXTS;

/** How to get an https address: from the person who runs the server, or by setting it up. */
export function GetSecureAddress() {
  return (
    <>
      <section className="mt-8">
        <h2 className="mb-2 text-20">{ask.heading}</h2>
        <p className="mb-4 text-ink-2">{ask.lead}</p>
        <CopyText text={ask.message(location.origin)} label={ask.copy} byHandLabel={ask.byHand} icon="copy" />
      </section>
      <section className="mt-8">
        <h2 className="mb-2 text-20">{run.heading}</h2>
        <ol className="grid list-decimal gap-3 ps-7 text-ink-2 marker:font-bold marker:text-ink">
          {run.steps.map(({ what, how }) => (
            <li key={what}>
              <b className="font-semi text-ink">{what}</b> {how}
            </li>
          ))}
        </ol>
        <details className="mt-2">
          <summary className="flex min-h-12 w-fit cursor-pointer items-center text-primary underline underline-offset-3">
            {run.show}
          </summary>
          <pre className="mb-2 rounded-control bg-sunken p-3 text-13 whitespace-pre-wrap wrap-anywhere">
            {run.commands(location.port || '3000')}
          </pre>
        </details>
        <Button className="mt-2" onClick={() => location.reload()}>
          {run.again}
        </Button>
      </section>
    </>
  );
}
