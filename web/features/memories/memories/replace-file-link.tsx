import type { Memory } from '../../../../shared/memories/memories.ts';
import { Link } from '../../../ui/link.tsx';

/** To the page on which the file of a memory that cannot be opened is replaced. */
export function ReplaceFileLink({ memory: { id, title } }: { memory: Pick<Memory, 'id' | 'title'> }) {
  return (
    <Link
      href={`/upload?edit=${id}`}
      aria-label={`Replace the file of ${title}`}
      className="inline-flex min-h-11 items-center"
    >
      Replace the file
    </Link>
  );
}

/** To the page on which a memory is changed that a person looked at and did not approve. */
export function ChangeMemoryLink({ memory: { id, title } }: { memory: Pick<Memory, 'id' | 'title'> }) {
  return (
    <Link
      href={`/upload?edit=${id}`}
      aria-label={`Change ${title}`}
      className="inline-flex min-h-11 items-center"
    >
      Change it
    </Link>
  );
}
