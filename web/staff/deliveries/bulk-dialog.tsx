import { useRef, useState } from 'react';
import type { StaffDelivery } from '../../../shared/delivery/staff-deliveries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ActDialog } from '../console/act-dialog.tsx';
import { type BulkRun, continueRun, type Refused } from './bulk-run.ts';
import { sendAct } from './requests.ts';
import { type BulkAct, bulkWords, refusalOf } from './words.ts';

export interface BulkResults {
  act: BulkAct;
  done: number;
  /** What was refused, and why. */
  refused: readonly Refused<StaffDelivery>[];
  /** What was not asked for any more after somebody pressed Cancel. */
  left: number;
}

interface BulkDialogProps {
  act: BulkAct;
  /** As they were when the dialog opened. */
  deliveries: readonly StaffDelivery[];
  onDone: (results: BulkResults) => void;
  onClose: () => void;
}

/**
 * One act on several deliveries: says first which take part, then sends one request after the other, each with what was
 * seen of its delivery. Closing the page leaves the rest as it was.
 */
export function BulkDialog({ act, deliveries, onDone, onClose }: BulkDialogProps) {
  const fitting = deliveries.filter(({ acts }) => acts.includes(act));
  const { title, what } = bulkWords[act];
  const { position, send, cancel } = useBulk(act, fitting, onDone);
  return (
    <ActDialog
      title={title}
      what={
        position === undefined ? (
          <Preview act={act} fitting={fitting} unfit={deliveries.filter((each) => !fitting.includes(each))} />
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

function useBulk(act: BulkAct, fitting: readonly StaffDelivery[], onDone: (results: BulkResults) => void) {
  const [position, setPosition] = useState<number>();
  const run = useRef<BulkRun<StaffDelivery>>({ next: 0, refused: [], isCancelled: false }).current;

  async function send(reason: string) {
    try {
      await continueRun(run, fitting, (delivery) => {
        setPosition(run.next);
        return sendAct(act, delivery, reason);
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

function Preview({
  act,
  fitting,
  unfit,
}: {
  act: BulkAct;
  fitting: readonly StaffDelivery[];
  unfit: readonly StaffDelivery[];
}) {
  const { will } = bulkWords[act];
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
            {unfit.map((delivery) => (
              <li key={delivery.id}>
                {nameOf(delivery)}: {refusalOf(act, delivery)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** What was done and what was refused, where that is not the same for all. */
export function BulkResultsDialog({ results, onClose }: { results: BulkResults; onClose: () => void }) {
  const { act, done, refused, left } = results;
  return (
    <Dialog
      isOpen
      size="small"
      title="Not all of them"
      onOpenChange={onClose}
      actions={{ action: <Button onPress={onClose}>Close</Button> }}
    >
      <div className="grid gap-3">
        <p>
          {bulkWords[act].did(done)}
          {left > 0 && ` You stopped before ${left} more, which are as they were.`}
        </p>
        {refused.length > 0 && (
          <ul className="list-disc pl-5">
            {refused.map(({ item, why }) => (
              <li key={item.id}>
                <span className="font-semibold">{nameOf(item)}</span>: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function nameOf({ recipient }: StaffDelivery): string {
  return recipient?.name ?? 'Nobody any more';
}
