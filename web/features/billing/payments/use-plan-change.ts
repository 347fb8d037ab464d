import { useState } from 'react';
import type { WantedPlan } from '../subscriptions/queries.ts';

/** From thinking of a change of plan to what it has changed. */
export function usePlanChange() {
  const [wanted, setWanted] = useState<WantedPlan | null>(null);
  const [result, setResult] = useState<{ title: string; message: string } | null>(null);

  function finish(message: string) {
    const title = wanted?.plan === 'free' ? 'Your plan is cancelled' : 'Your plan is changed';
    setResult({ title, message });
    window.scrollTo({ top: 0 });
  }

  return {
    wanted,
    result,
    think: (plan: WantedPlan) => {
      setResult(null);
      setWanted(plan);
    },
    close: () => setWanted(null),
    finish,
  };
}
