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

interface BulkProps {
  chosen: readonly StaffDelivery[];
  /** How many could be chosen. */
  total: number;
  chooseAll: (isWanted: boolean) => void;
  /** While a dialog of this is open, the keys of the list are off. */
  onOpenChange: (isOpen: boolean) => void;
}

/** Chooses all of the page, and does one thing to all that are chosen. */
export function Bulk({ chosen, total, chooseAll, onOpenChange }: BulkProps) {
  const [acting, setActing] = useState<{ act: BulkAct; deliveries: readonly StaffDelivery[] }>();
  const [results, setResults] = useState<BulkResults>();
  const begin = (act: BulkAct) => {
    onOpenChange(true);
    setActing({ act, deliveries: chosen });
  };
  const end = () => {
    onOpenChange(false);
    setActing(undefined);
  };

  function finish(found: BulkResults) {
    chooseAll(false);
    if (found.refused.length > 0 || found.left > 0) setResults(found);
    else toast({ title: bulkWords[found.act].did(found.done) });
  }

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
              onPress={() => begin(act)}
            >
              {bulkWords[act].what(count)}
            </Button>
          );
        })}
      {acting && <BulkDialog {...acting} onDone={finish} onClose={end} />}
      {results && <BulkResultsDialog results={results} onClose={() => setResults(undefined)} />}
    </li>
  );
}
