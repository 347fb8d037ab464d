import type { ReactNode } from 'react';
import { Link } from '../../../../../ui/link.tsx';
import { describePlace, NoticeLine } from '../../drafts/drafts.ts';
import { describeBegun, titleOf } from './begun-texts.ts';
import {
  type BegunChanges,
  type BegunMemory,
  begunPath,
  useBegunChanges,
  useBegunMemories,
} from './use-begun.ts';

interface BegunLineProps {
  className?: string | undefined;
}

/** A line that leads back to what was begun, and one to changes that were; nothing if there is nothing. */
export function BegunLine({ className }: BegunLineProps) {
  const begun = useBegunMemories();
  const first = begun.find(({ isWaitOver }) => isWaitOver) ?? begun[0];
  const isOne = begun.length === 1 || first?.isWaitOver;
  return (
    <>
      {first && (
        <Line
          className={className}
          href={isOne ? begunPath(first) : '/upload'}
          action={isOne ? 'Go on' : 'See them'}
        >
          {isOne ? describeOne(first) : `${describeBegun(begun.map(({ type }) => type))}.`}
        </Line>
      )}
      <BegunChangesLine className={className} />
    </>
  );
}

/** A line about changes that have not been uploaded: until then, the memory is as it was. */
export function BegunChangesLine({ className }: BegunLineProps) {
  const changes = useBegunChanges();
  const [first] = changes;
  if (!first) return null;
  const others = changes.length - 1;
  return (
    <Line className={className} href={`/upload?edit=${first.memoryId}`} action="Go on">
      {describeChanges(first)}
      {others > 0 && `, and ${others} more`}.
    </Line>
  );
}

interface LineProps extends BegunLineProps {
  children: ReactNode;
  href: string;
  action: string;
}

function Line({ className, children, href, action }: LineProps) {
  return (
    <NoticeLine
      className={className}
      action={
        <Link href={href} className="inline-flex min-h-11 items-center text-small">
          {action}
        </Link>
      }
    >
      {children}
    </NoticeLine>
  );
}

function describeOne(memory: BegunMemory): string {
  if (memory.isWaitOver) return `Your plan has room for “${titleOf(memory.values)}” now.`;
  const title = memory.values.title.trim();
  const named = title ? `: “${title}”` : ', still without a title';
  return `${describeBegun([memory.type])}${named} (${describePlace(memory)}).`;
}

function describeChanges(changes: BegunChanges): string {
  return `Changes to “${titleOf(changes.values)}” that you have not uploaded yet (${describePlace(changes)})`;
}
