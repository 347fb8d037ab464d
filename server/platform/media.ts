import { execFile } from 'node:child_process';

const asked = new Map<string, Promise<boolean>>();

/**
 * Whether a program can be started here. Looked for once in a process. Throws where that cannot be told, as on a machine without a
 * process to spare: then it is looked for again the next time.
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
      // It is there, and does not work: a library of it may be missing.
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
