import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { CompactThread } from './compact-thread.tsx';
import type { YearItem } from './year-items.tsx';
import { mostAcross, YearLine } from './year-line.tsx';

/** A list with more years than this is collapsed, until all are requested. */
const mostShown = 12;

interface ManyYearsProps {
  items: readonly YearItem[];
  label: string;
  /** If all years get the same, only those with a memory of their own, or none, are listed at first. */
  isSame: boolean;
}

/** The years of a series, each with what it gets; if there are many, on a separate thread and in a list that unfolds. */
export function ManyYears({ items, label, isSame }: ManyYearsProps) {
  const [isWhole, setWhole] = useState(false);
  const isFew = items.length <= mostAcross;
  const isShort = !isFew && !isWhole;
  const special = isSame && isShort ? items.filter(({ kind }) => kind !== 'usual') : items;
  const shown = isShort ? special.slice(0, mostShown) : items;
  return (
    <>
      {!isFew && <CompactThread years={items} />}
      {shown.length > 0 && (
        <div className={isFew ? undefined : 'max-w-measure md:mt-6'}>
          <YearLine label={label} items={shown} isAcross={isFew} />
        </div>
      )}
      {shown.length < items.length && (
        <Button variant="quiet" size="small" className="mt-5" onPress={() => setWhole(true)}>
          {isSame ? 'Give another year something of its own' : `Show all ${items.length} years`}
        </Button>
      )}
    </>
  );
}
