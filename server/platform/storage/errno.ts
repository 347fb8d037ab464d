import { StorageFullError } from './storage.ts';

/** Whether the operating system failed a call with one of these codes, such as ENOENT. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/** StorageFullError for what a disk says when it is full (or a quota or file-size limit reached), else the error itself. */
export function fullOr(error: unknown): unknown {
  return isErrno(error, 'ENOSPC', 'EDQUOT', 'EFBIG') ? new StorageFullError({ cause: error }) : error;
}
