import { inThread } from '../../../../platform/thread.ts';

export interface OwnWords {
  firstName: string;
  lastName: string;
  email: string;
}

export interface PasswordQuestion {
  password: string;
  own: OwnWords;
}

/** What makes a password easy to guess. */
export type Weakness = 'own words' | 'repeated' | 'row of keys' | 'common';

/**
 * Why a password is easy to guess, or null if it is not. The estimate takes milliseconds for most passwords, and
 * much longer for some that are crafted for it; hence the thread. Its dictionaries take about 40 MB while it runs.
 */
export const findWeakness = inThread<PasswordQuestion, Weakness | null>(
  new URL('./guessable-passwords.thread.ts', import.meta.url),
  { answerSeconds: 10, idleSeconds: 60, waitingAtMost: 200, heapMegabytes: 128 },
);
