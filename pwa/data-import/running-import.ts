import type { ImportRefused } from '../../sync/import/exported-files.ts';
import type { ImportPlan } from '../../sync/import/plan-import.ts';
import { DeviceFull, isDeviceFull } from '../../sync/store/device-full.ts';
import type { Store } from '../../sync/store/store.ts';
import { beginBusy } from '../components/busy.ts';
import type { Save } from '../sync/use-save.ts';
import type { Csv, CsvOptions } from './csv-sessions.ts';
import type { FilesImported } from './import-files.ts';
import type { Planned } from './import-work.ts';

export interface ImportEnd {
  how: 'done' | 'stopped' | 'failed' | 'full';
  /** What this run added. */
  rows: number;
  media: number;
  /** Names of files that this device cannot take. */
  refused: readonly string[];
  plan: ImportPlan;
}

export type ImportState =
  | { at: 'start' }
  | { at: 'reading' }
  | { at: 'refused'; reason: ImportRefused['reason'] }
  | { at: 'mapping'; csv: Csv }
  | ({ at: 'planned' } & Planned)
  | { at: 'importing'; rows: Done; media: Done; waits: boolean; isStopping: boolean }
  | ({ at: 'ended' } & ImportEnd);

interface Done {
  done: number;
  total: number;
}

const START: ImportState = { at: 'start' };

// Outside the screen, so that an import goes on while its person looks at the log.
const running = new Map<string, { state: ImportState; stop: AbortController }>();
const listeners = new Set<() => void>();

export function subscribeImport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const importOf = (userId: string): ImportState => running.get(userId)?.state ?? START;

function show(userId: string, state: ImportState, stop = new AbortController()): void {
  running.set(userId, { state, stop });
  for (const listener of listeners) listener();
}

export const forgetImport = (userId: string): void => show(userId, START);

/** Ends an import after the file that it is storing. */
export function stopImport(userId: string): void {
  const { state, stop } = running.get(userId) ?? {};
  if (state?.at !== 'importing' || !stop) return;
  stop.abort(new DOMException('The person stopped the import', 'AbortError'));
  show(userId, { ...state, isStopping: true }, stop);
}

const loadWork = () => import('./import-work.ts');

/** Reads the chosen files, and shows what they would add, or asks about the columns of a spreadsheet. */
export async function readImport(store: Store, chosen: readonly File[], host: string): Promise<void> {
  const { userId } = store;
  show(userId, { at: 'reading' });
  try {
    const read = await (await loadWork()).readChosen(store, chosen, host);
    show(userId, 'csv' in read ? { at: 'mapping', csv: read.csv } : { at: 'planned', ...read });
  } catch (error) {
    show(userId, { at: 'refused', reason: reasonOf(error) });
  }
}

/** Shows what the sessions of a spreadsheet would add. */
export async function planSpreadsheet(store: Store, csv: Csv, options: CsvOptions): Promise<void> {
  const { userId } = store;
  show(userId, { at: 'reading' });
  try {
    const { planCsv } = await loadWork();
    show(userId, { at: 'planned', files: null, plan: await planCsv(store, csv, options) });
  } catch (error) {
    show(userId, { at: 'refused', reason: reasonOf(error) });
  }
}

/** Asks about the columns of a spreadsheet. */
export const loadCsvMapping = async () => (await loadWork()).CsvMappingForm;

function reasonOf(error: unknown): ImportRefused['reason'] {
  const name = error instanceof Error ? error.name : '';
  if (name === 'ImportRefused') return (error as ImportRefused).reason;
  // It was moved or changed since it was chosen.
  return name === 'NotReadableError' || name === 'NotFoundError' ? 'unreadable' : 'failed';
}

/** Adds what the plan names. Never rejects: the state says how it ended. */
export async function runImport(userId: string, planned: Planned, save: Save): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const { plan } = planned;
  const rows = { done: 0, total: rowsIn(plan) };
  const media = { done: 0, total: plan.files.length };
  const tell = (waits = false) =>
    show(userId, { at: 'importing', rows: { ...rows }, media: { ...media }, waits, isStopping: signal.aborted }, stop);
  const tellRows = (done: number) => {
    rows.done = done;
    tell();
  };
  const tellFiles = (done: number, waits: boolean) => {
    media.done = done;
    tell(waits);
  };
  const imported: FilesImported = { added: 0, refused: [], isFull: false };
  const end = (how: ImportEnd['how']) =>
    show(userId, { at: 'ended', how, rows: rows.done, media: imported.added, refused: imported.refused, plan });
  const free = beginBusy('an import');
  tell();
  try {
    const { addPlanned } = await loadWork();
    await save((store, ports) => addPlanned(store, ports, planned, { signal, tellRows, tellFiles, imported }));
    end(imported.isFull ? 'full' : 'done');
  } catch (error) {
    end(signal.aborted ? 'stopped' : isDeviceFullError(error) ? 'full' : 'failed');
  } finally {
    free();
  }
}

const isDeviceFullError = (error: unknown): boolean => error instanceof DeviceFull || isDeviceFull(error);

/** How many rows an import makes or changes. */
export const rowsIn = ({ fresh, profile }: ImportPlan): number =>
  Object.values(fresh).reduce((sum, lines) => sum + lines.length, 0) + (Object.keys(profile).length > 0 ? 1 : 0);
