import { useState } from 'react';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';

const unreachable = 'This did not reach us. What you wrote still stands here. Please try again.';

interface Outcome {
  saved?: string | undefined;
  failure?: string | undefined;
  fields: Readonly<Record<string, string>>;
}

const nothing: Outcome = { fields: {} };

/** Saves one thing at a time. If the page has changed meanwhile (404, 409), `look` reloads it. */
export function useSaving(look: () => Promise<void>) {
  const [outcome, setOutcome] = useState<Outcome>(nothing);
  const [isBusy, setBusy] = useState(false);

  /** Runs `work`, which returns the message to show. True if it succeeded. */
  async function save(work: () => Promise<string>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setOutcome(nothing);
    try {
      setOutcome({ ...nothing, saved: await work() });
      return true;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 404 || status === 409) await look();
      setOutcome({ fields: fieldsOf(error), failure: messageOf(error, unreachable) });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { outcome, isBusy, save, say: (saved: string) => setOutcome({ ...nothing, saved }) };
}
