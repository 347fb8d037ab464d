import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

let installed: Promise<boolean> | undefined;

/** Whether ffmpeg and ffprobe are installed. Checked once per process. */
export function isFfmpegInstalled(): Promise<boolean> {
  installed ??= Promise.all([run('ffprobe', ['-version']), run('ffmpeg', ['-version'])]).then(
    () => true,
    () => false,
  );
  return installed;
}
