import { useState } from 'react';
import { ApiError, fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import type { PageLink } from '../page/page-link.ts';
import { sendReceived } from '../requests.ts';

interface Outcome {
  failure?: string | undefined;
  /** Errors of individual fields. */
  fields: Readonly<Record<string, string>>;
}

const nothing: Outcome = { fields: {} };
const unreachable = 'This did not reach us. Nothing you typed is lost. Please try again.';

/**
 * Does one thing at a time and shows the page as it is afterwards, or says why it was not done. An act whose
 * response was lost can be repeated: it is the same act, not a second one.
 */
export function useAct({ token, show }: PageLink) {
  const [outcome, setOutcome] = useState(nothing);
  const [isBusy, setBusy] = useState(false);

  /** True if it succeeded. */
  async function act(method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setOutcome(nothing);
    try {
      show(await sendReceived(token, method, path, body));
      return true;
    } catch (error) {
      setOutcome(outcomeOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { ...outcome, isBusy, act };
}

function outcomeOf(error: unknown): Outcome {
  const fields = fieldsOf(error);
  if (Object.keys(fields).length > 0) return { fields };
  const isUnknown = error instanceof ApiError && error.status === 404;
  return { fields, failure: isUnknown ? forgotten : messageOf(error, unreachable) };
}

const forgotten =
  'This device is not known here any more. Please load the page again: we then send you a code. Nothing you typed is lost.';
