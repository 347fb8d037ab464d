import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Settings of a process for which libfaketime tells the time; `FAKETIME` or `FAKETIME_TIMESTAMP_FILE` beside them says which. Only the
 * time of day is false: timers run, and the machine is up, as long as they are. Throws where it is not installed.
 */
export async function libfaketime(): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']);
  return { LD_PRELOAD: stdout.trim(), DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
}
