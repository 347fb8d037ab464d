import { StorageFullError, StorageUnavailableError } from './storage.ts';

/** Whether a system call failed with one of these codes, such as ENOENT. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

// A broken, unmounted or read-only disk, or an unreachable network disk. None of these codes can come from the
// connection that a file arrives on.
const diskFaults = [
  'EIO',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'EHOSTDOWN',
];

/**
 * Translates a disk error that occurred while a file was written into StorageFullError (also for quotas and file-size
 * limits) or StorageUnavailableError; returns any other error unchanged.
 */
export function diskFaultOr(error: unknown): unknown {
  if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) return new StorageFullError({ cause: error });
  const fault = diskFaults.find((code) => isErrno(error, code));
  if (!fault) return error;
  return new StorageUnavailableError(`The disk of the file storage cannot be used (${fault})`, {
    cause: error,
  });
}
