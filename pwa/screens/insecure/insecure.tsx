import { useEffect, useState } from 'react';
import { Brand } from '../../components/brand.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { askSecureAddress } from './ask-secure-address.ts';
import { GetSecureAddress } from './get-secure-address.tsx';
import { TEXTS } from './texts.ts';

/** The only page on an address that browsers do not trust (R195). It uses nothing that needs a secure context. */
export function Insecure() {
  const device = useDeviceWord();
  const [secure, setSecure] = useState<string | null>();
  useEffect(() => {
    document.title = TEXTS.documentTitle;
    void askSecureAddress().then(setSecure);
  }, []);
  return (
    <main className="mx-auto max-w-[560px] px-4 pt-[max(24px,env(safe-area-inset-top))] pb-12 md:py-12">
      <a href="/" aria-label="Longline" className="mb-6 inline-flex min-h-12 items-center text-ink">
        <Brand />
      </a>
      <h1 className="text-32 tracking-[-0.02em]">{TEXTS.heading[device]}</h1>
      <p className="mt-3 text-20 leading-[1.4] text-pretty text-ink-2">
        {TEXTS.opened} <Address>{location.origin}</Address>. {TEXTS.why[device]} <Address>https://</Address>.
      </p>
      {secure && (
        <section className="mt-8">
          <h2 className="mb-2 text-20">{TEXTS.known.heading}</h2>
          <p className="text-ink-2">
            {TEXTS.known.lead} <Address>{secure}</Address>.
          </p>
          <a href={secure + location.pathname} className={buttonStyle('primary', { className: 'mt-4' })}>
            {TEXTS.known.open}
          </a>
        </section>
      )}
      {secure === null && <GetSecureAddress />}
    </main>
  );
}

const Address = ({ children }: { children: string }) => <code className="font-[inherit] font-semi wrap-anywhere text-ink">{children}</code>;
