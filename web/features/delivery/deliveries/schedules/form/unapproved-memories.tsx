import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { Link } from '../../../../../ui/link.tsx';
import { ChangeMemoryLink, memoryPath, ReplaceFileLink } from '../../../../memories/memories/memories.ts';

interface UnapprovedMemoriesProps {
  memories: readonly Memory[];
  /** Named first. */
  chosen: string | null;
}

/** Why memories that are not approved cannot be chosen, and what their owner can do. */
export function UnapprovedMemories({ memories, chosen }: UnapprovedMemoriesProps) {
  const inOrder = memories.toSorted((one, other) => Number(other.id === chosen) - Number(one.id === chosen));
  const as = (approval: Memory['approval']) => inOrder.filter((memory) => memory.approval === approval);
  const deleted = memories.find(({ id, deleteOnDeath }) => id === chosen && deleteOnDeath);
  const [checking, inReview] = [as('checking'), as('in_review')];
  return (
    <div role="status" className="grid gap-2 text-small text-ink-soft empty:hidden">
      {deleted && <ToBeDeleted memory={deleted} />}
      {as('rejected').map((memory) => (
        <Rejected key={memory.id} memory={memory} />
      ))}
      {as('unreadable').map((memory) => (
        <Unreadable key={memory.id} memory={memory} />
      ))}
      {checking.length > 0 && (
        <p>
          {nameSome(checking)} {checking.length === 1 ? 'is' : 'are'} still being checked.{' '}
          {approvedOnly(checking)}
        </p>
      )}
      {inReview.length > 0 && (
        <p>
          {nameSome(inReview)} {inReview.length === 1 ? 'waits' : 'wait'} for a person to look at{' '}
          {inReview.length === 1 ? 'it' : 'them'}. {approvedOnly(inReview)}
        </p>
      )}
    </div>
  );
}

function ToBeDeleted({ memory: { id, title } }: { memory: Memory }) {
  return (
    <div className="grid justify-items-start">
      <p>You chose to have “{title}” deleted when you die, so nobody gets it.</p>
      <Link href={memoryPath(id)} className="inline-flex min-h-11 items-center">
        Change that
      </Link>
    </div>
  );
}

function Unreadable({ memory }: { memory: Memory }) {
  return (
    <div className="grid justify-items-start">
      <p>“{memory.title}” cannot be opened, so it cannot be delivered as it is.</p>
      <ReplaceFileLink memory={memory} />
    </div>
  );
}

function Rejected({ memory }: { memory: Memory }) {
  return (
    <div className="grid justify-items-start">
      <p>
        We could not approve “{memory.title}”, so it cannot be scheduled: {memory.heldReason}
      </p>
      <ChangeMemoryLink memory={memory} />
    </div>
  );
}

const titlesShown = 3;

function nameSome(memories: readonly Memory[]): string {
  const titles = memories.slice(0, titlesShown).map(({ title }) => `“${title}”`);
  const more = memories.length - titles.length;
  return titles.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function approvedOnly({ length }: readonly Memory[]): string {
  const appears = length === 1 ? 'it appears here by itself' : 'they appear here by themselves';
  return `Only approved memories can be scheduled; ${appears}.`;
}
