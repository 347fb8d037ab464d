import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Environment variables for a process whose time libfaketime sets; `FAKETIME` or `FAKETIME_TIMESTAMP_FILE` beside them
 * says to what. Only the time of day is false: timers and the machine's uptime are real. Throws if it is not installed.
 */
export async function libfaketime(): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']);
  return { LD_PRELOAD: stdout.trim(), DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
}
