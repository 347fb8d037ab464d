import type { UserStats } from '../../../../../shared/accounts/stats.ts';
import type { MemoryType } from '../../../../../shared/memories/memories.ts';
import { LimitReached } from '../../../../ui/limit-reached.tsx';
import { Link } from '../../../../ui/link.tsx';
import { memoryKinds } from '../memories.ts';
import { useStats } from '../queries.ts';
import { composePath } from './compose-path.ts';
import { usageOf } from './memory-rules.ts';

const invitations: readonly [type: MemoryType, text: string][] = [
  ['letter', 'Your words, for the day they are needed'],
  ['photo', 'A picture, with the story behind it'],
  ['video', 'You, as you are, on video'],
  ['audio', 'Your voice, a song, a good night'],
];

interface TypeChoiceProps {
  /** Whom the new memory is for, if that is known. */
  addresseeId: string | null;
}

/** The four types of memory. */
export function TypeChoice({ addresseeId }: TypeChoiceProps) {
  const { data: stats } = useStats();
  return (
    <nav aria-label="What would you like to share?">
      <ul className="grid gap-3.5 min-[30rem]:grid-cols-2 lg:grid-cols-4">
        {invitations.map(([type, text]) => (
          <li key={type}>
            <TypeCard addresseeId={addresseeId} type={type} text={text} stats={stats} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TypeCardProps extends TypeChoiceProps {
  type: MemoryType;
  text: string;
  stats: UserStats | undefined;
}

function TypeCard({ addresseeId, type, text, stats }: TypeCardProps) {
  const { icon: Icon, label } = memoryKinds[type];
  return (
    <Link
      href={composePath(type, addresseeId)}
      variant="plain"
      className="flex h-full gap-4 rounded-card border border-line bg-card p-5 leading-snug shadow-card transition-colors hover:border-thread min-[30rem]:flex-col md:p-6"
    >
      <Icon aria-hidden="true" className="size-8 flex-none text-gold" strokeWidth={1.25} />
      <span className="grid flex-1 content-start gap-1">
        <span className="font-serif text-title">{label}</span>
        <span className="text-ink-soft">{text}</span>
        <Usage type={type} stats={stats} />
      </span>
    </Link>
  );
}

/** Reserves the line's height while the figures are loading. */
function Usage({ type, stats }: { type: MemoryType; stats: UserStats | undefined }) {
  if (!stats) return <span className="h-8" />;
  const { used, limit, isFull } = usageOf(type, stats);
  return (
    <span className="mt-1 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft lining-nums">
      {used} of {limit}
      {isFull && <LimitReached />}
    </span>
  );
}
