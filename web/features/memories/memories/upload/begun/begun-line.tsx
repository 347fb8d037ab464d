import { Link } from '../../../../../ui/link.tsx';
import { describePlace, NoticeLine } from '../../drafts/drafts.ts';
import { describeBegun, titleOf } from './begun-texts.ts';
import { type BegunMemory, begunPath, useBegunMemories } from './use-begun.ts';

/** One line that leads back to what was begun; nothing if there is nothing. */
export function BegunLine({ className }: { className?: string | undefined }) {
  const begun = useBegunMemories();
  const first = begun.find(({ isWaitOver }) => isWaitOver) ?? begun[0];
  if (!first) return null;
  const isOne = begun.length === 1 || first.isWaitOver;
  return (
    <NoticeLine
      className={className}
      action={
        <Link
          href={isOne ? begunPath(first) : '/upload'}
          className="inline-flex min-h-11 items-center text-small"
        >
          {isOne ? 'Go on' : 'See them'}
        </Link>
      }
    >
      {isOne ? describeOne(first) : `${describeBegun(begun.map(({ type }) => type))}.`}
    </NoticeLine>
  );
}

function describeOne(memory: BegunMemory): string {
  const title = titleOf(memory.values);
  if (memory.isWaitOver) return `Your plan has room for “${title}” now.`;
  return `${describeBegun([memory.type])}: “${title}” (${describePlace(memory)}).`;
}
