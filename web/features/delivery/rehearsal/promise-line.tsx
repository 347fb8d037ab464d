import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { describePromise } from './promise.ts';
import { useKeptFiles } from './queries.ts';

/** What we owe, what is kept for it, and for how long a plan answers for it. */
export function PromiseLine({ rehearsal }: { rehearsal: Rehearsal }) {
  const kept = useKeptFiles();
  return (
    <p className="mt-14 max-w-[64ch] text-[1.0625rem] text-ink-soft wrap-anywhere">
      {describePromise(rehearsal, kept.data)}
    </p>
  );
}
