import { formatDollars } from '../../../shared/dollars.ts';
import type { StaffItem, StaffItemAct, StaffItemList } from '../../../shared/keepsakes/staff-items.ts';
import type { Fact } from '../console/facts.tsx';
import { optionsOf, todoFilters } from '../console/filters.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import type { RowContent } from '../console/row-buttons.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { actLabels, becameOf, nextActOf, stateOf, taskLabels } from './labels.ts';

export function PhysicalItemsPage() {
  return (
    <Queue
      path="physical-items"
      title="Physical items"
      description="What is to be sent back or handed over comes first."
      noun="items"
      empty={{
        title: 'Nothing is waiting',
        description: 'No item is to be received, sent back or handed over.',
      }}
      itemsOf={({ items }: StaffItemList) => items}
      placeNames={['afterRank', 'afterSince', 'after']}
      {...todoFilters({ name: 'task', label: 'Task', options: optionsOf(taskLabels) })}
      row={rowOf}
      dialog={(acting) => <ItemDialog {...acting} />}
      keys={[{ key: 'n', label: 'next step', actionOf: nextActOf }]}
    />
  );
}

function rowOf(item: StaffItem): RowContent<StaffItemAct> {
  const { title, owner, recipient, since, isLate, acts } = item;
  const to = recipient ? `for ${recipient.name}` : 'for nobody yet';
  return {
    title,
    subtitle: [to, `from ${owner.name}${becameOf(owner)}`],
    state: stateOf(item),
    since,
    isLate,
    facts: factsOf(item),
    more: <Pictures item={item} />,
    standing: { ownerId: owner.id, openToAll: ['receive', 'locate', 'come-back'] },
    buttons: acts.map((action) => ({
      action,
      label: actLabels[action].button,
      variant: action === nextActOf(item) ? 'primary' : 'quiet',
    })),
  };
}

function Pictures({ item: { images, title } }: { item: StaffItem }) {
  return (
    <ul className="flex flex-wrap gap-3 empty:hidden">
      {images.map(({ id, imageUrl, thumbnailUrl }, index) => (
        <li key={id}>
          <a href={imageUrl} target="_blank" rel="noreferrer">
            <img
              src={thumbnailUrl}
              alt={`${title}, ${index + 1}`}
              className="h-28 rounded-control border border-line object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function factsOf(item: StaffItem): Fact[] {
  const { owner, recipient, trustedContacts, insuranceValue } = item;
  return [
    ['What it is', item.description],
    ['Kept in', item.storageLocation],
    ['Insured for', insuranceValue === null ? null : formatDollars(insuranceValue)],
    ['Owner', inLines([owner.name, owner.email, owner.address])],
    [
      'Their account',
      owner.isLeaving && 'Is being deleted. Nothing of it is erased before they have this back.',
    ],
    ['For', describeRecipient(item)],
    ['Ask', inLines(trustedContacts.map(({ name, email }) => (email ? `${name}, ${email}` : name)))],
    ['Handing over', recipient || item.handOverSince ? item.deliveryInstructions : null],
    ['On the card', item.personalMessage],
    ['Asked back', item.returnReason],
    ['Fee', describeFee(item)],
    ['Who has had it', inLines(item.handovers.map(describeHandover))],
  ];
}

function inLines(parts: readonly (string | null | false)[]): string | null {
  return parts.filter(Boolean).join('\n') || null;
}

function describeFee({ returnFee, isFeeSettled }: StaffItem): string | null {
  if (returnFee === null) return null;
  if (isFeeSettled) return 'settled';
  return `${formatDollars(returnFee)}, not paid yet. It is not sent back before its owner has paid, or you waive the fee.`;
}

function describeHandover(handover: StaffItem['handovers'][number]): string {
  const { at, from, to, byName, sealNumber, trackingNumber } = handover;
  const numbers = [sealNumber && `seal ${sealNumber}`, trackingNumber && `tracking number ${trackingNumber}`];
  return [`${momentOf(at)}: ${from} to ${to}, by ${byName}`, ...numbers].filter(Boolean).join(', ');
}

function describeRecipient({ recipient, handOverSince }: StaffItem): string | null {
  if (!recipient) return handOverSince ? 'Nobody was named' : null;
  const { name, mailingAddress, email, phone, isHeld, waitsUntil } = recipient;
  return inLines([
    name,
    isHeld && 'Held: nothing goes to them for now',
    waitsUntil && `New address: nothing goes there before ${momentOf(waitsUntil)}`,
    mailingAddress,
    email,
    phone,
  ]);
}
