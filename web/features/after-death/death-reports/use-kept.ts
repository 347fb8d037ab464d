import { useState } from 'react';
import { type KeptReport, keep, noAnswers, readKept } from './answers.ts';

/** The answers on this device. Those of a report that was opened by its link stay on the server. */
export function useKept(linked: KeptReport | undefined) {
  const [kept, setKept] = useState<KeptReport>(() => linked ?? readKept() ?? { answers: noAnswers });
  return {
    kept,
    change: (next: KeptReport) => {
      setKept(next);
      if (!linked) keep(next);
    },
    forget: (answers = noAnswers) => {
      keep(undefined);
      setKept({ answers });
    },
  };
}
