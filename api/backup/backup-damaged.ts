/** A file of a backup is missing or differs from what was written. The message is one line that names it. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged';

  constructor(path: string, how = 'is missing or damaged') {
    super(`${path} ${how}.`);
  }
}
