import { useState } from 'react';
import type { WaitingMemory } from '../../../../../shared/delivery/received.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { Button } from '../../../../ui/button.tsx';
import { Thread } from '../../../../ui/thread.tsx';
import { nameOf } from '../cover/cover-labels.ts';
import { Packet } from '../cover/packet.tsx';
import { sinceWhen } from './page-labels.ts';
import type { PageLink } from './page-link.ts';
import type { Opening } from './use-opening.ts';

interface NewestProps {
  newest: WaitingMemory;
  page: PageLink;
  opening: Opening;
}

/** What came last, still closed, with the page's thread leading into its seal. Anything else that waits lies under it. */
export function Newest({ newest, page: { cover }, opening }: NewestProps) {
  const { ownerFirstName, recipientFirstName, leftFor } = cover;
  const [isPutOff, setPutOff] = useState(false);
  const failure = opening.failure?.id === newest.id ? opening.failure.text : undefined;
  const open = {
    isPending: opening.id === newest.id,
    pendingLabel: 'Opening',
    onPress: () => opening.open(newest.id),
  };
  return (
    <div className="given-newest">
      <div aria-hidden="true" className="given-packet print:hidden">
        <Packet memories={cover.memories} name={recipientFirstName} />
        <Thread
          path="M0 14C50 8 40 118 120 126S186 110 206 100"
          viewBox="0 0 206 200"
          isStretched
          drawn="none"
          className="given-lead"
        />
        <span className="seal">{ownerFirstName.slice(0, 1)}</span>
      </div>
      <div>
        <h2 className="text-[1.75rem] leading-tight text-balance">{capitalized(nameOf(newest))}</h2>
        <p role="status" className="mt-2 text-pretty text-ink-soft">
          {isPutOff
            ? 'It will wait for you. Come back on any day; nobody is told that you were here.'
            : sinceWhen(newest, ownerFirstName, deviceTimeZone())}
        </p>
        {leftFor && (
          <p className="mt-2 text-ink-soft">
            {ownerFirstName} left it for {leftFor}, who has died, and wanted you to have it then.
          </p>
        )}
        <p role="alert" className="mt-4 font-medium text-rose empty:hidden">
          {failure}
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
          {isPutOff ? (
            <Button key="after-all" {...open} variant="quiet" autoFocus>
              Open it after all
            </Button>
          ) : (
            <>
              <Button {...open} className="min-w-[min(9.375rem,100%)]">
                Open
              </Button>
              <Button variant="text" onPress={() => setPutOff(true)}>
                Not now
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
