import { CircleAlert, Hand } from 'lucide-react';
import { useState } from 'react';
import type { DeliveryHold } from '../../../shared/delivery/staff-deliveries.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../console/action-dialog.tsx';
import { dateTimeOf } from '../console/format.ts';
import { OpenActs } from './open-acts.tsx';
import { useGoingOut, useHolds, useOpenActs } from './use-holds.ts';

export function HoldAll() {
  const { data: holds } = useHolds();
  const [isOpen, setOpen] = useState(false);
  const mayHold = holds?.every(({ reason }) => reason !== 'by-hand') ?? false;
  return (
    <>
      {mayHold && (
        <Button variant="quiet" size="small" icon={<Hand className="size-4" />} onPress={() => setOpen(true)}>
          Hold all deliveries
        </Button>
      )}
      {isOpen && <HoldDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** On every page of the console while all deliveries are on hold: why, since when, and the button to resume. */
export function HoldBanner() {
  const { data: holds = [] } = useHolds();
  const { data: acts = [] } = useOpenActs(holds.length > 0);
  /** As they were when the dialog opened: a hold created in the meantime is not released unseen. */
  const [releasing, setReleasing] = useState<DeliveryHold[]>();
  return (
    <>
      {holds.length > 0 && (
        <section
          aria-label="All deliveries are held"
          className="mx-4.5 mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-choice border border-rose bg-rose-wash px-4 py-3 lg:mx-8"
        >
          <CircleAlert aria-hidden="true" className="size-5.5 flex-none text-rose" strokeWidth={1.75} />
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold text-rose">All deliveries are held</p>
            {holds.map(({ id, message, heldAt }) => (
              <p key={id} className="text-small wrap-anywhere">
                Since {dateTimeOf(heldAt)}: {message}
              </p>
            ))}
            <OpenActs acts={acts} />
          </div>
          <Button
            variant="quiet"
            size="small"
            isDisabled={acts.length > 0}
            onPress={() => setReleasing(holds)}
          >
            Release all
          </Button>
        </section>
      )}
      {releasing && <ReleaseDialog holds={releasing} onClose={() => setReleasing(undefined)} />}
    </>
  );
}

function HoldDialog({ onClose }: { onClose: () => void }) {
  const { data: going } = useGoingOut();
  return (
    <ActionDialog
      request={{
        title: 'Hold all deliveries',
        isDangerous: true,
        what: (
          <p>
            Nothing is sent to anybody until a member of staff releases it; what is being sent at this moment
            still arrives.{' '}
            {going ? `In the next 24 hours ${counted(going.now + going.inADay)} due.` : 'Counting …'}
          </p>
        ),
        path: 'holds',
        done: () => ({ title: 'Nothing is sent until it is released' }),
      }}
      onClose={onClose}
    />
  );
}

function ReleaseDialog({ holds, onClose }: { holds: DeliveryHold[]; onClose: () => void }) {
  const { data: going } = useGoingOut();
  return (
    <ActionDialog
      request={{
        title: 'Release all deliveries',
        what: (
          <>
            <p>
              {going
                ? `At this moment ${counted(going.now)} due${going.now > 0 ? ', and sent at once' : ''}. In the 24 hours after, ${counted(going.inADay)} due.`
                : 'Counting …'}
            </p>
            <p className="mt-2">They are held because:</p>
            <ul className="list-disc pl-5">
              {holds.map(({ id, message }) => (
                <li key={id} className="wrap-anywhere">
                  {message}
                </li>
              ))}
            </ul>
          </>
        ),
        ...{ method: 'DELETE', path: 'holds', body: { seen: holds.map(({ id }) => id) } },
        done: () => ({ title: 'Deliveries go on' }),
      }}
      onClose={onClose}
    />
  );
}

function counted(count: number): string {
  if (count === 1) return '1 delivery is';
  return `${count === 0 ? 'no' : count.toLocaleString('en-US')} deliveries are`;
}
