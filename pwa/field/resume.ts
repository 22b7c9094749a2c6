import { useEffect } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import { readSetting, writeSetting } from '../../sync/store/settings.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { setPath } from './field-path.ts';

/** Held while a page shows field mode. A page that died holds no lock. */
const LOCK = 'longline-field';
/** A set of yesterday is over. */
const RESUMED_WITHIN_MS = 6 * 3_600_000;

/** Notes the set on this device while field mode shows it, so that an app that died returns to it. */
export function useResumable(setId: string): void {
  const store = useStore();
  const ports = usePorts();
  useEffect(() => {
    // A full or closing device resumes nothing; the set itself is stored.
    void writeSetting(store, 'fieldSet', { id: setId, at: ports.now() }).catch(() => undefined);
  }, [store, ports, setId]);
  useEffect(() => () => void writeSetting(store, 'fieldSet', null).catch(() => undefined), [store]);
  useEffect(() => {
    if (!('locks' in navigator)) return;
    let leave = () => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    void navigator.locks.request(LOCK, { mode: 'shared' }, () => left);
    return () => leave();
  }, []);
}

let looked = false;

/** Leads a page that has just loaded back to the set that was being counted when the app died. */
export function useResumedField(): void {
  const store = useStore();
  const ports = usePorts();
  const navigate = useNavigate();
  const isLoad = useNavigationType() === 'POP';
  useEffect(() => {
    if (looked) return;
    looked = true;
    // The app was opened for something else: a share, a notification, a shortcut.
    if (!isLoad || location.search !== '') return;
    async function resume() {
      const noted = await readSetting(store, 'fieldSet');
      if (!noted || ports.now() - noted.at > RESUMED_WITHIN_MS || (await isOpenElsewhere())) return;
      void navigate(setPath(noted.id), { replace: true });
    }
    void resume();
  }, [store, ports, navigate, isLoad]);
}

async function isOpenElsewhere(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK);
}
