import { useState } from 'react';
import type { StaffDelivery } from '../../../shared/delivery/staff-deliveries.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { toast } from '../../ui/toast.ts';
import { BulkDialog, type BulkResults, BulkResultsDialog } from './bulk-dialog.tsx';
import { type BulkAct, bulkActs, bulkWords } from './words.ts';

/** Which deliveries of the page are chosen. One that leaves the list is no longer. */
export function useChosen(deliveries: readonly StaffDelivery[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = deliveries.filter(({ id }) => ids.has(id));
  return {
    chosen,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
    chooseAll: (isWanted: boolean) => setIds(new Set(isWanted ? deliveries.map(({ id }) => id) : [])),
  };
}

/**
 * One thing done to all that are chosen. `dialogs` stand beside the list, for the last of it may leave the list before its
 * results have been read.
 */
export function useBulk({ chosen, chooseAll }: Pick<ReturnType<typeof useChosen>, 'chosen' | 'chooseAll'>) {
  const [acting, setActing] = useState<{ act: BulkAct; deliveries: readonly StaffDelivery[] }>();
  const [results, setResults] = useState<BulkResults>();

  function finish(found: BulkResults) {
    chooseAll(false);
    if (found.refused.length > 0 || found.left > 0) setResults(found);
    else toast({ title: bulkWords[found.act].did(found.done) });
  }

  return {
    begin: (act: BulkAct) => setActing({ act, deliveries: chosen }),
    /** While a dialog is open, the keys of the list are off. */
    isOpen: acting !== undefined || results !== undefined,
    dialogs: (
      <>
        {acting && <BulkDialog {...acting} onDone={finish} onClose={() => setActing(undefined)} />}
        {results && <BulkResultsDialog results={results} onClose={() => setResults(undefined)} />}
      </>
    ),
  };
}

interface BulkBarProps {
  chosen: readonly StaffDelivery[];
  /** How many could be chosen. */
  total: number;
  chooseAll: (isWanted: boolean) => void;
  onBegin: (act: BulkAct) => void;
}

/** Chooses all of the page, and begins an act on all that are chosen. */
export function BulkBar({ chosen, total, chooseAll, onBegin }: BulkBarProps) {
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-1 text-small md:pr-6 md:pl-5">
      <Checkbox
        label={chosen.length > 0 ? `${chosen.length} of ${total} chosen` : 'Choose all on this page'}
        value={chosen.length > 0 && chosen.length === total}
        onChange={chooseAll}
      />
      {chosen.length > 0 &&
        bulkActs.map((act) => {
          const count = chosen.filter(({ acts }) => acts.includes(act)).length;
          return (
            <Button
              key={act}
              variant="quiet"
              size="small"
              isDisabled={count === 0}
              onPress={() => onBegin(act)}
            >
              {bulkWords[act].what(count)}
            </Button>
          );
        })}
    </li>
  );
}
