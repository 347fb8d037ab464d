import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { StaffAddressChange } from '../../../../shared/after-death/staff-address-changes.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { changedBy, momentOf } from '../../console/format.ts';
import { fieldLabels, toldLine } from './labels.ts';

interface OfChange {
  change: StaffAddressChange;
}

export function Changed({ change: { changes, by, byName } }: OfChange) {
  return (
    <section>
      <h2 className="text-title">The change</h2>
      <dl className="mt-2 divide-y divide-line border-y border-line">
        {changes.map(({ field, before, now }) => (
          <div
            key={field}
            className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-2.5"
          >
            <dt className="text-ink-soft">{fieldLabels[field]}, before</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{before ?? 'none'}</dd>
            <dt className="text-ink-soft max-sm:mt-1.5">{fieldLabels[field]}, now</dt>
            <dd>
              <span className="font-semibold whitespace-pre-line wrap-anywhere">{now ?? 'removed'}</span>
              <span className="block text-small text-ink-soft">
                {now === null ? 'by ' : ''}
                {byName}
                {now !== null && (by === 'staff' ? ' proposed it' : ' gave it to us')}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const toldIcons = {
  told: { icon: CircleCheck, className: 'text-sage' },
  open: { icon: Clock, className: 'text-ink-soft' },
  bad: { icon: CircleAlert, className: 'text-rose' },
};

export function Told({ change: { told, state, by } }: OfChange) {
  const isSomebody = told.some(({ audience }) => audience === 'person');
  return (
    <section>
      <h2 className="text-title">Who has been told</h2>
      <ul className="mt-2 divide-y divide-line border-y border-line text-small">
        {told.map((each) => {
          const { who, outcome, mark } = toldLine(each);
          const { icon: Icon, className } = toldIcons[mark];
          return (
            <li key={each.id} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 py-2.5">
              <Icon
                aria-hidden="true"
                strokeWidth={1.5}
                className={joinClasses('mt-0.5 size-5', className)}
              />
              <span className="wrap-anywhere">
                {who}
                <span className="block text-ink-soft tabular-nums">{outcome}</span>
              </span>
            </li>
          );
        })}
        {told.length === 0 && state === 'proposed' && (
          <li className="py-2.5 text-ink-soft">
            {by === 'staff'
              ? 'Nobody yet: they hear of it once it is confirmed.'
              : 'Nobody: there is no address before at which we could ask.'}
          </li>
        )}
        {!isSomebody && state !== 'proposed' && (
          <li className="py-2.5 font-medium text-gold">
            Nobody could be told at an earlier address: we had none.
          </li>
        )}
      </ul>
    </section>
  );
}

function whyHeld({ heldBy, told }: StaffAddressChange): string {
  if (heldBy) return `${heldBy} holds it.`;
  return told.some(({ disputedAt }) => disputedAt)
    ? 'Somebody who was told said that it is wrong. Write to whoever said so.'
    : 'Every message about it came back: nobody has heard of it who could say that it is wrong.';
}

export function Standing({ change }: OfChange) {
  const { state, person, by, byName, since, inForceFrom } = change;
  if (state === 'waiting')
    return (
      <div>
        <p className="text-pretty">
          Nothing goes to {person.name} before{' '}
          <strong className="font-semibold">{momentOf(inForceFrom)}</strong>. If nobody says that it is wrong,
          the first delivery leaves then, and carries “
          {changedBy({ by: by === 'staff' ? 'staff' : byName, at: since })}”.
        </p>
        <p className="mt-2 text-small text-ink-soft">Nobody can make it go sooner, not even us.</p>
      </div>
    );
  if (state === 'disputed')
    return (
      <p className="text-pretty">
        {whyHeld(change)} Nothing goes to {person.name} until one of us has settled it, and found out whether
        it is right.
      </p>
    );
  if (state === 'proposed')
    return (
      <p className="text-pretty">
        Nothing is changed yet. Once {by === 'staff' ? 'another of us' : 'one of us'} confirms it, everybody
        who was reached before is told, and nothing goes to {person.name} until the wait is over.
        {by !== 'staff' &&
          ' Ask somebody who knows them first: there may be nobody but the one who gave it to us who could say that it is wrong.'}
      </p>
    );
  return null;
}
