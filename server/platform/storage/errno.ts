import { StorageFullError } from './storage.ts';

/** Whether a system call failed with one of these codes, such as ENOENT. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/**
 * Turns a "disk full" error (or one about a quota or file-size limit) into StorageFullError; returns any other error
 * unchanged.
 */
export function fullOr(error: unknown): unknown {
  return isErrno(error, 'ENOSPC', 'EDQUOT', 'EFBIG') ? new StorageFullError({ cause: error }) : error;
}
