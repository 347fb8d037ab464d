import type { ReactNode } from 'react';
import { formatDate, formatMoment } from '../../../../shared/dates.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { ItemHandover } from '../../../../shared/keepsakes/item-handovers.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { Link } from '../../../ui/link.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';
import { useTimeZone } from '../../accounts/auth/sessions/queries.ts';
import { describeStep, nextStep } from './item-labels.ts';

/** Where an item has been, and in whose hands: the golden thread from its owner to whoever gets it. */
export function ItemChain({ item }: { item: PhysicalItem }) {
  const timeZone = useTimeZone();
  const next = nextStep(item);
  const pictures = item.images.length > 0 ? ` and added ${countPictures(item.images.length)}` : '';
  return (
    <section
      aria-labelledby="chain"
      className="mt-14 grid items-start gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]"
    >
      <div className="min-w-0">
        <h2 id="chain" className="text-heading break-words">
          {item.title}
        </h2>
        <p className="mt-2 text-ink-soft">Where it has been, and in whose hands.</p>
        <Facts item={item} />
      </div>
      <ThreadList
        label="Chain of custody"
        items={[
          {
            key: 'added',
            content: <Step when={formatDate(item.createdAt, timeZone)}>You described it{pictures}.</Step>,
          },
          ...item.handovers.map((handover) => ({
            key: handover.id,
            content: <Handover handover={handover} timeZone={timeZone} />,
          })),
          ...(next ? [{ key: 'next', content: <Step when={next.when}>{next.what}</Step> }] : []),
        ]}
      />
    </section>
  );
}

function countPictures(count: number): string {
  return count === 1 ? 'a picture' : `${count} pictures`;
}

function Step({ when, children }: { when: string; children: ReactNode }) {
  return (
    <>
      <h3 className="font-serif text-lead">{when}</h3>
      <div className="break-words text-ink-soft">{children}</div>
    </>
  );
}

function Handover({ handover, timeZone }: { handover: ItemHandover; timeZone: string }) {
  const { sealNumber, trackingNumber, photoUrl } = handover;
  const numbers = [sealNumber && `Seal ${sealNumber}`, trackingNumber && `Tracking number ${trackingNumber}`]
    .filter(Boolean)
    .join('. ');
  return (
    <Step when={formatMoment(handover.at, timeZone)}>
      <p>{describeStep(handover)}</p>
      {numbers && <p>{numbers}.</p>}
      {photoUrl && (
        <Link href={photoUrl} target="_blank">
          <img
            src={`${photoUrl}/thumbnail`}
            alt={`The item on ${formatDate(handover.at, timeZone)}`}
            className="mt-2 max-h-40 rounded-control border border-line"
          />
        </Link>
      )}
    </Step>
  );
}

function Facts({ item }: { item: PhysicalItem }) {
  const {
    insuranceValue,
    insuranceFee,
    estimatedValue,
    deliveryInstructions,
    personalMessage,
    returnReason,
  } = item;
  const value =
    insuranceValue === null
      ? estimatedValue !== null && `${formatDollars(estimatedValue)}, not insured`
      : `${formatDollars(insuranceValue)}, insured, ${formatDollars(insuranceFee ?? 0)} a year`;
  const facts = [
    ['What it is', item.description],
    ['Value', value],
    ['Handed over', deliveryInstructions],
    ['With it', personalMessage],
    ['Asked back', returnReason],
  ].filter(([, text]) => text);
  return (
    <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
      {facts.map(([term, text]) => (
        <div key={String(term)} className="contents">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="min-w-0 break-words whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
