import type { UnsyncedWork } from '../../sync/store/setting-values.ts';

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** The amount of work: '2 changes, 1 file'. */
export const workWords = ({ changes, files, drafts }: UnsyncedWork): string =>
  [changes > 0 && counted(changes, 'change'), files > 0 && counted(files, 'file'), drafts > 0 && counted(drafts, 'draft')]
    .filter(Boolean)
    .join(', ');
