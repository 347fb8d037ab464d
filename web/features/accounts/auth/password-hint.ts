import { useEffect, useState } from 'react';
import { passwordRules } from '../../../../shared/accounts/password-rules.ts';
import type { PasswordHint } from '../../../../shared/accounts/passwords.ts';
import { write } from '../../../lib/api/request.ts';

/** Whose password it is, as far as the form knows. */
export interface PasswordOwner {
  firstName: string;
  lastName: string;
  email: string;
}

const pauseMilliseconds = 400;

/**
 * Why the server will refuse a password that satisfies the five rules, or null. Its lists of common passwords
 * are too large for a page. Also null if it cannot be asked now: it decides again when the form is sent.
 */
export async function askPasswordHint(
  password: string,
  { firstName, lastName, email }: PasswordOwner,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!passwordRules.every((rule) => rule.holds(password))) return null;
  try {
    const form = { password, firstName, lastName, email };
    const answer = await write<PasswordHint>('POST', '/api/auth/password-hint', form, {
      anonymous: true,
      signal,
    });
    return answer.hint;
  } catch {
    return null;
  }
}

/** The same while somebody types, asked at each pause. */
export function usePasswordHint(password: string, { firstName, lastName, email }: PasswordOwner) {
  const [hint, setHint] = useState<string | null>(null);
  useEffect(() => {
    setHint(null);
    const stop = new AbortController();
    const ask = () => askPasswordHint(password, { firstName, lastName, email }, stop.signal);
    const timer = setTimeout(async () => {
      const found = await ask();
      if (!stop.signal.aborted) setHint(found);
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [password, firstName, lastName, email]);
  return hint;
}
