import { useState } from 'react';
import { messageOf } from '../../../../lib/api/api-error.ts';

const tryAgain = 'It could not be opened just now. It is safe; please try again.';

export interface Opening {
  /** What is being opened. */
  id?: string | undefined;
  failure?: { id: string; text: string } | undefined;
  open: (id: string) => void;
}

/** Opens one thing at a time, and says which one could not be opened. */
export function useOpening(openOne: (id: string) => Promise<void>): Opening {
  const [state, setState] = useState<Omit<Opening, 'open'>>({});

  async function open(id: string) {
    setState({ id });
    try {
      await openOne(id);
      setState({});
    } catch (error) {
      setState({ failure: { id, text: messageOf(error, tryAgain) } });
    }
  }

  return { ...state, open: (id) => void open(id) };
}
