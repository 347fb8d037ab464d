import { execFile } from 'node:child_process';

const asked = new Map<string, Promise<boolean>>();

/**
 * Whether a program can be started here; checked once per process. Throws if that cannot be determined, for
 * instance because the machine cannot start another process, and checks again the next time.
 */
export function isInstalled(program: string, version = '--version'): Promise<boolean> {
  const known = asked.get(program);
  if (known) return known;
  const answer = look(program, version);
  asked.set(program, answer);
  answer.catch(() => asked.delete(program));
  return answer;
}

function look(program: string, version: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile(program, [version], (error) => {
      if (!error) resolve(true);
      else if (error.code === 'ENOENT' || error.code === 'EACCES') resolve(false);
      // It exists but does not work; a library may be missing.
      else if (typeof error.code === 'number') resolve(false);
      else reject(error);
    });
  });
}

/** Whether ffmpeg and ffprobe are installed. */
export async function isFfmpegInstalled(): Promise<boolean> {
  const both = await Promise.all([isInstalled('ffprobe', '-version'), isInstalled('ffmpeg', '-version')]);
  return both.every(Boolean);
}
