import { OperatorError } from '../errors.ts';

/** The embedded database cannot be used. */
export class DatabaseStartError extends OperatorError {
  override name = 'DatabaseStartError';
}

const DISK_FULL = /ENOSPC|EDQUOT|no space left|disk quota exceeded|disk is full/i;
const NOT_PERMITTED = /EACCES|EPERM|EROFS|permission denied|operation not permitted|read-only file system/i;

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * Turns a failure (an Error, or the output of a PostgreSQL program) into a sentence saying what to do. `folder` is
 * where the failure occurred.
 */
export function explainFailure(cause: unknown, folder: string): DatabaseStartError {
  if (cause instanceof DatabaseStartError) return cause;
  const text = describe(cause);
  if (DISK_FULL.test(text)) {
    return new DatabaseStartError(
      `The disk that holds ${folder} is full. Free some space there, then start again.`,
      { cause },
    );
  }
  if (NOT_PERMITTED.test(text)) {
    return new DatabaseStartError(
      `The database needs to read and write ${folder}, and is not permitted to: ${firstFault(text)}`,
      { cause },
    );
  }
  return new DatabaseStartError(`The database in ${folder} did not start: ${firstFault(text)}`, { cause });
}

function firstFault(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const fault = lines.find((line) => /fatal|panic|error/i.test(line)) ?? lines.find((line) => line !== '');
  return fault ?? 'it gave no reason';
}
