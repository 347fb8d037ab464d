import { useState } from 'react';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';

const unreachable = 'This did not reach us. What you wrote still stands here. Please try again.';

interface Outcome {
  saved?: string | undefined;
  failure?: string | undefined;
  fields: Readonly<Record<string, string>>;
}

const nothing: Outcome = { fields: {} };

/** Saves one thing at a time. Where the page has moved on meanwhile (404, 409) it is read again by `look`. */
export function useSaving(look: () => Promise<void>) {
  const [outcome, setOutcome] = useState<Outcome>(nothing);
  const [isBusy, setBusy] = useState(false);

  /** Carries out `work`, which answers what is then said. True if it went well. */
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
