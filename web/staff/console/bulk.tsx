import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox, CheckboxMark } from '../../ui/checkbox.tsx';
import { toast } from '../../ui/toast.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkResults, BulkResultsDialog } from './bulk-results.tsx';
import type { BulkAct } from './bulk-run.ts';
import type { ListKey } from './list-keys.tsx';

/** Which records of the page are selected. A record that leaves the list is deselected. */
export function useChosen<Item extends { id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter(({ id }) => ids.has(id));
  return {
    chosen,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
    chooseAll: (isWanted: boolean) => setIds(new Set(isWanted ? items.map(({ id }) => id) : [])),
  };
}

interface Chosen<Item> {
  chosen: readonly Item[];
  chooseAll: (isWanted: boolean) => void;
}

/**
 * An action on all chosen records. `dialogs` are rendered beside the list, because the last record may leave
 * the list before the results have been read.
 */
export function useBulk<Item extends { id: string }>({ chosen, chooseAll }: Chosen<Item>) {
  const [acting, setActing] = useState<{ act: BulkAct<Item>; items: readonly Item[] }>();
  const [results, setResults] = useState<BulkResults<Item>>();

  function finish(found: BulkResults<Item>) {
    chooseAll(false);
    if (found.refused.length > 0 || found.left > 0) setResults(found);
    else toast({ title: found.act.did(found.done) });
  }

  return {
    begin: (act: BulkAct<Item>) => setActing({ act, items: chosen }),
    /** While a dialog is open, the list's keys are off. */
    isOpen: acting !== undefined || results !== undefined,
    dialogs: (
      <>
        {acting && <BulkDialog {...acting} onDone={finish} onClose={() => setActing(undefined)} />}
        {results && <BulkResultsDialog results={results} onClose={() => setResults(undefined)} />}
      </>
    ),
  };
}

/** From the rows back to the buttons above them. */
export const bulkKey: ListKey = {
  key: 'b',
  label: 'to what can be done with the chosen',
  act: () => document.querySelector<HTMLElement>('[data-bulk] button')?.focus(),
};

interface BulkBarProps<Item> extends Chosen<Item> {
  acts: readonly BulkAct<Item>[];
  total: number;
  onBegin: (act: BulkAct<Item>) => void;
}

export function BulkBar<Item>({ acts, chosen, total, chooseAll, onBegin }: BulkBarProps<Item>) {
  const offered = acts
    .map((act) => ({ act, count: chosen.filter(act.fits).length }))
    .filter(({ count }) => count > 0);
  return (
    <li
      data-bulk
      className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-small md:pr-6 md:pointer-fine:min-h-11 md:pointer-fine:py-0"
    >
      <Checkbox
        label={chosen.length > 0 ? `${chosen.length} of ${total} chosen` : 'Choose all on this page'}
        value={chosen.length > 0 && chosen.length === total}
        onChange={chooseAll}
      />
      <span role="status" className="sr-only">
        {chosen.length > 0 && `${chosen.length} chosen`}
      </span>
      {chosen.length > 0 &&
        offered.map(({ act, count }) => (
          <Button key={act.name} variant="quiet" size="small" onPress={() => onBegin(act)}>
            {act.what(count)}
          </Button>
        ))}
      {chosen.length > 0 && offered.length === 0 && (
        <span className="text-ink-soft">Nothing can be done with these together.</span>
      )}
    </li>
  );
}

export interface Choosing {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
}

export function ChoosingBox({ id, name, isChosen, onChoose }: Choosing & { id: string }) {
  return (
    <label
      htmlFor={`choose-${id}`}
      className="flex min-w-11 flex-none justify-center pt-4 pr-1.5 pl-2 md:items-center md:pt-0 md:pl-4"
    >
      <span className="sr-only">Choose {name}</span>
      <CheckboxMark id={`choose-${id}`} checked={isChosen} onChange={onChoose} />
    </label>
  );
}
