/** Why a backup or restore cannot go on: a sentence for the person who runs it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
