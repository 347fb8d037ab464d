import { capitalized } from '../../../../../shared/letter-case.ts';
import { Button } from '../../../../ui/button.tsx';
import { nameOf } from '../cover/cover-labels.ts';
import type { PageLink } from './page-link.ts';
import type { Opening } from './use-opening.ts';

interface NextClosedProps {
  page: PageLink;
  opening: Opening;
  /** The one being read. */
  after: string;
}

/** If more than one thing came: the next closed one, shown below the one being read. */
export function NextClosed({ page, opening, after }: NextClosedProps) {
  const next = page.cover.memories.find(({ id }) => id !== after);
  if (!next) return null;
  const failure = opening.failure?.id === next.id ? opening.failure.text : undefined;
  return (
    <section aria-label="Still closed" className="mt-12 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-ink-soft">{capitalized(nameOf(next))} is still closed. It can wait.</p>
        <Button
          variant="quiet"
          aria-label={`Open ${nameOf(next)}`}
          isPending={opening.id === next.id}
          pendingLabel="Opening"
          onPress={() => opening.open(next.id)}
        >
          Open
        </Button>
      </div>
      <p role="alert" className="mt-3 font-medium text-rose empty:hidden">
        {failure}
      </p>
    </section>
  );
}
