import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { dateOf, dateTimeOf } from '../console/format.ts';
import { useStanding } from '../console/standing.tsx';
import { Changed } from './changed.tsx';
import { CheckList } from './check-list.tsx';
import { DecisionForm } from './decision-form.tsx';
import { itemLabels, sizeOf, typeLabels, waitingLabels } from './labels.ts';
import { OpenedContent, useOpenUntil } from './opened-content.tsx';
import { useStaffMemory } from './requests.ts';
import { seenKey } from './review-state.ts';

interface ReviewPanelProps {
  listed: StaffMemory;
  onDeciding: (isDeciding: boolean) => void;
  onDecided: (memory: StaffMemory) => void;
  onOpen: (memory: StaffMemory) => void;
}

/** One memory: what was checked, and the decision. If the memory changes meanwhile, the panel does not replace it unannounced. */
export function ReviewPanel({ listed, onOpen, ...decision }: ReviewPanelProps) {
  const { data: fresh = listed, isError } = useStaffMemory(listed);
  const [seen, setSeen] = useState(listed);
  const isSame = !isError && seenKey(fresh) === seenKey(seen);
  const memory = isSame ? fresh : seen;
  const { title, type, format, owner, since, acts, isYours } = memory;
  const openUntil = useOpenUntil(memory);
  const waiting = waitingLabels(memory);
  const standing = useStanding(owner.id);
  const obstacle = isYours ? 'This is your own memory. A colleague has to look at it.' : standing?.obstacle;
  const mayAct = isSame && standing && !obstacle;
  return (
    <Card as="section" aria-label={title} padding="none" className="px-4.5 py-5 md:px-8 md:py-7">
      <h2 id="review" tabIndex={-1} className="text-heading outline-none wrap-anywhere">
        {title}
      </h2>
      <p className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1 text-small text-ink-soft tabular-nums">
        <span>{[typeLabels[type], format].filter(Boolean).join(', ')}</span>
        {sizeOf(memory).map((size) => (
          <span key={size}>{size}</span>
        ))}
        <span>{owner.name}</span>
        <span>checked on {dateTimeOf(since)}</span>
      </p>
      {waiting && (
        <p className="mt-5 flex gap-3 wrap-anywhere notice bg-gold-wash px-4 py-3">
          <CalendarDays
            aria-hidden="true"
            className="mt-0.5 size-5.5 flex-none text-gold"
            strokeWidth={1.5}
          />
          {waiting}
        </p>
      )}
      {!isSame && <Changed seen={seen} fresh={isError ? undefined : fresh} onLook={() => setSeen(fresh)} />}
      <WhatWasChecked memory={memory} />
      {obstacle && (
        <p role="status" className="mt-6 border-t border-line pt-6">
          {obstacle}
        </p>
      )}
      {mayAct && (acts.includes('approve') || acts.includes('reject')) && (
        <DecisionForm key={seenKey(memory)} memory={memory} {...decision} />
      )}
      {mayAct && acts.includes('open') && (
        <div className="mt-6 grid gap-4 border-t border-line pt-5">
          {openUntil ? (
            <OpenedContent key={openUntil} memory={memory} openUntil={openUntil} />
          ) : (
            <Closed memory={memory} onOpen={() => onOpen(memory)} />
          )}
        </div>
      )}
    </Card>
  );
}

function WhatWasChecked({ memory }: { memory: StaffMemory }) {
  const { checks, finding, type, state, reviewedAt } = memory;
  const read = state === 'rejected' && reviewedAt ? `Rejected on ${dateOf(reviewedAt)}` : 'Its owner reads';
  return (
    <>
      <h3 className="mt-6 mb-1 text-title">What was checked</h3>
      {checks.length > 0 ? <CheckList checks={checks} /> : <p>A {itemLabels[type]} is plain text.</p>}
      {finding && (
        <p className="mt-3 text-small text-ink-soft">
          {read}: “{finding}”
        </p>
      )}
    </>
  );
}

function Closed({ memory, onOpen }: { memory: StaffMemory; onOpen: () => void }) {
  const { type, owner } = memory;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="max-w-110 text-small text-ink-soft">
        To open the {itemLabels[type]} itself you must give a reason. It goes into the audit log, and{' '}
        {owner.firstName} sees it.
      </p>
      <Button variant="text" size="small" onPress={onOpen}>
        Open with a reason
      </Button>
    </div>
  );
}
