import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ActDialog } from './act-dialog.tsx';
import type { BulkResults } from './bulk-results.tsx';
import { type BulkAct, type BulkRun, continueRun } from './bulk-run.ts';

interface BulkDialogProps<Item> {
  act: BulkAct<Item>;
  items: readonly Item[];
  onDone: (results: BulkResults<Item>) => void;
  onClose: () => void;
}

/** One action on several records: lists the records it applies to, then sends one request after another. */
export function BulkDialog<Item extends { id: string }>({
  act,
  items,
  onDone,
  onClose,
}: BulkDialogProps<Item>) {
  const fitting = items.filter(act.fits);
  const { title, what, isDangerous = false, reasonNote } = act;
  const { position, send, cancel } = useBulk(act, fitting, onDone);
  return (
    <ActDialog
      title={title}
      isDangerous={isDangerous}
      {...(reasonNote && { reasonNote })}
      what={
        position === undefined ? (
          <Preview act={act} fitting={fitting} unfit={items.filter((each) => !fitting.includes(each))} />
        ) : (
          <ProgressBar
            label={title}
            percent={(100 * position) / fitting.length}
            note={`${position} of ${fitting.length}`}
            cancel={
              <Button variant="quiet" size="small" onPress={cancel}>
                Stop here
              </Button>
            }
          />
        )
      }
      action={what(fitting.length)}
      send={send}
      onClose={onClose}
    />
  );
}

function useBulk<Item>(
  act: BulkAct<Item>,
  fitting: readonly Item[],
  onDone: (results: BulkResults<Item>) => void,
) {
  const [position, setPosition] = useState<number>();
  const run = useRef<BulkRun<Item>>({ next: 0, refused: [], isCancelled: false }).current;

  async function send(reason: string) {
    try {
      await continueRun(run, fitting, (item) => {
        setPosition(run.next);
        return act.send(item, reason);
      });
    } finally {
      setPosition(undefined);
    }
    const { next, refused } = run;
    onDone({ act, done: next - refused.length, refused, left: fitting.length - next });
  }

  const cancel = () => {
    run.isCancelled = true;
  };
  return { position, send, cancel };
}

const mostNames = 8;

function Preview<Item extends { id: string }>({
  act: { will, nameOf, refusalOf },
  fitting,
  unfit,
}: {
  act: BulkAct<Item>;
  fitting: readonly Item[];
  unfit: readonly Item[];
}) {
  const names = fitting.slice(0, mostNames).map(nameOf).join(', ');
  const more = fitting.length - mostNames;
  return (
    <div className="grid gap-3">
      <p>
        {will(fitting.length)}: {names}
        {more > 0 && ` and ${more} more`}.
      </p>
      {unfit.length > 0 && (
        <div>
          <p className="font-semibold">Left as they are</p>
          <ul className="list-disc pl-5 text-small">
            {unfit.map((item) => (
              <li key={item.id}>
                {nameOf(item)}: {refusalOf(item)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
