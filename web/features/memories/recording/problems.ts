import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';

/** Why there is nothing to record with, or nothing was recorded. */
export type Problem = 'refused' | 'missing' | 'busy' | 'insecure' | 'unsupported' | 'empty' | 'failed';

/** What the browser's error means; `name` is that of the DOMException. */
export function problemOf(name: string): Problem {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  return 'failed';
}

const means: Readonly<Record<FileMemoryType, string>> = {
  photo: 'camera',
  video: 'camera and microphone',
  audio: 'microphone',
};

interface Words {
  /** What happened. */
  title: string;
  /** What to do. */
  advice: string;
}

/** What happened and what to do about it; that a file can be chosen instead is said beside it. */
export function describeProblem(problem: Problem, kind: FileMemoryType): Words {
  const mean = means[kind];
  switch (problem) {
    case 'refused':
      return {
        title: `The ${mean} may not be used here`,
        advice: `Your browser did not allow it. Press the sign to the left of the page’s address, allow the ${mean}, and try again.`,
      };
    case 'missing':
      return {
        title: `No ${kind === 'video' ? 'camera or no microphone' : mean} was found`,
        advice: 'Please plug it in or switch it on, and try again.',
      };
    case 'busy':
      return {
        title: `The ${mean} cannot be used at the moment`,
        advice: 'Another program may be using it, such as a video call. Please close that one and try again.',
      };
    case 'insecure':
      return {
        title: `The ${mean} may not be used here`,
        advice: 'Browsers allow it only where the page’s address begins with https.',
      };
    case 'unsupported':
      return {
        title: 'This browser cannot record',
        advice: 'A newer browser can. You can also record with another program and choose the file here.',
      };
    case 'empty':
      return {
        title: 'Nothing was recorded',
        advice: 'It was stopped before it had begun. Please try again.',
      };
    case 'failed':
      return { title: 'This could not be recorded', advice: 'Nothing of yours is lost. Please try again.' };
  }
}
