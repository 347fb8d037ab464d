import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { describePromise } from './promise.ts';
import { useKeptFiles } from './queries.ts';

/** What we owe, what is kept for it, and for how long a plan answers for it. */
export function PromiseLine({ rehearsal }: { rehearsal: Rehearsal }) {
  const kept = useKeptFiles();
  if (kept.isPending) return null;
  return <p className="mt-4 max-w-[68ch] text-ink-soft">{describePromise(rehearsal, kept.data)}</p>;
}
