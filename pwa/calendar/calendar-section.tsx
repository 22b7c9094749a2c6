import { useRef, useState } from 'react';
import { icsOf } from '../../api/contract/calendar.ts';
import { listCalendarDays } from '../../sync/queries/calendar-days.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { saveBlob } from '../components/save-blob.ts';
import { TextField } from '../components/text-field.tsx';
import { showError, showToast } from '../components/toast-store.ts';
import { formatDate } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { CALENDAR_TEXTS as TEXTS } from './texts.ts';
import { type AddressState, useCalendarAddress } from './use-calendar-address.ts';

/** Plans and trials for a calendar program: as a file, and by a private address (R362). */
export function CalendarSection() {
  const store = useStore();
  const save = async () => {
    const days = await listCalendarDays(store);
    if (days.length === 0) showToast({ description: TEXTS.nothing });
    else saveBlob(new Blob([icsOf(days, location.hostname)], { type: 'text/calendar;charset=utf-8' }), TEXTS.fileName);
  };
  return (
    <section aria-labelledby="calendar" className="max-w-[640px]">
      <h2 id="calendar">{TEXTS.title}</h2>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.about}</p>
      <Button icon="download" className="mt-3" onClick={() => void save().catch(() => showError(TEXTS.unsaved))}>
        {TEXTS.save}
      </Button>
      <h3 className="mt-6">{TEXTS.address}</h3>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.addressAbout}</p>
      <PrivateAddress />
    </section>
  );
}

type Asking = 'another' | 'revoke';
type Pending = Asking | 'reading';

function PrivateAddress() {
  const { state, readAgain, make, revoke } = useCalendarAddress();
  const [pending, setPending] = useState<Pending | null>(null);
  const [asking, ask] = useState<Asking | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const act = async (which: Asking) => {
    ask(null);
    setPending(which);
    await (which === 'another' ? make() : revoke());
    setPending(null);
    // The pressed button is gone.
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={TEXTS.address} className="mt-3 grid justify-items-start gap-3">
      {state.is === 'loading' && (
        <p role="status" className="text-ink-2">
          {TEXTS.loading}
        </p>
      )}
      {(state.is === 'offline' || state.is === 'unread') && (
        <>
          <p role="status" className="text-15">
            {TEXTS[state.is]}
          </p>
          <Button
            icon="retry"
            pending={pending === 'reading' && TEXTS.loading}
            onClick={() => {
              setPending('reading');
              void readAgain().finally(() => setPending(null));
            }}
          >
            {TEXTS.retry}
          </Button>
        </>
      )}
      {state.is === 'none' && (
        <Button icon="share" pending={pending === 'another' && TEXTS.making} onClick={() => void act('another')}>
          {TEXTS.make}
        </Button>
      )}
      {state.is === 'made' && (
        <>
          <Made state={state} />
          <div className="flex flex-wrap gap-2">
            <Button pending={pending === 'another' && TEXTS.making} onClick={() => ask('another')}>
              {TEXTS.makeAnother}
            </Button>
            <Button tone="quiet" pending={pending === 'revoke' && TEXTS.revoking} onClick={() => ask('revoke')}>
              {TEXTS.revoke}
            </Button>
          </div>
        </>
      )}
      {asking && (
        <ConfirmDialog
          open
          danger={asking === 'revoke'}
          title={TEXTS.asks[asking].title}
          confirmLabel={TEXTS.asks[asking].action}
          onClose={() => ask(null)}
          onConfirm={() => void act(asking)}
        >
          {TEXTS.asks[asking].text}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Made({ state: { madeAt, url } }: { state: Extract<AddressState, { is: 'made' }> }) {
  if (url === null) return <p className="text-15">{TEXTS.madeOn(formatDate(deviceDay(Date.parse(madeAt))))}</p>;
  return (
    <div className="grid w-full gap-2">
      <p role="status" className="text-15 font-semi">
        {TEXTS.copyNow}
      </p>
      <TextField label={TEXTS.addressField} readOnly value={url} onFocus={({ target }) => target.select()} />
      <CopyText tone="primary" icon="copy" className="justify-self-start" text={url} label={TEXTS.copy} byHandLabel={TEXTS.address} />
    </div>
  );
}
