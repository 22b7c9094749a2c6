import { useEffect, useState } from 'react';
import { writeSetting } from '../../sync/store/settings.ts';
import { Brand } from '../components/brand.tsx';
import { WayButton } from '../components/way-button.tsx';
import { showFailure } from '../forms/show-failure.ts';
import { Screen } from '../shell/screen.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { AGE_TEXTS as TEXTS } from './texts.ts';

/** The page with the question. The answer stays on this device until there is a profile that takes it. */
export function AgeQuestion() {
  const store = useStore();
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    // Here by the time of the answer, which may come without signal.
    import('./say-age.ts').catch(() => undefined);
  }, []);
  const answer = (isAdult: boolean) => {
    if (saving) return;
    setSaving(true);
    writeSetting(store, 'saidAge', isAdult).catch((error: unknown) => {
      setSaving(false);
      showFailure(error, TEXTS.failed);
    });
  };
  return (
    <Screen title={TEXTS.title}>
      <div className="mx-auto max-w-[560px] md:pt-6">
        <header className="flex min-h-12 items-center px-4 py-2 pt-[max(8px,env(safe-area-inset-top))]">
          <Brand />
        </header>
        <main id="main" className="px-4 pt-4 pb-6">
          <h1 tabIndex={-1} className="text-32 tracking-[-0.02em] [@media(max-height:480px)]:text-24">
            {TEXTS.title}
          </h1>
          <p className="mt-2 mb-6 text-ink-2 [@media(max-height:480px)]:mb-4">{TEXTS.lead}</p>
          <div className="grid gap-3">
            <WayButton {...TEXTS.adult} onClick={() => answer(true)} />
            <WayButton {...TEXTS.minor} onClick={() => answer(false)} />
          </div>
          <p role="status" className="mt-4 text-15 text-ink-2 empty:hidden">
            {saving && TEXTS.saving}
          </p>
          <p className="mt-4 text-15 text-ink-2">{TEXTS.once}</p>
          <a
            href="/privacy"
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-12 items-center text-15 text-primary underline underline-offset-3"
          >
            {TEXTS.privacy}
          </a>
        </main>
      </div>
    </Screen>
  );
}
