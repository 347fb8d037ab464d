import { ChevronLeft } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { ReceivedMemories } from '../../../../../shared/delivery/received.ts';
import { Link } from '../../../../ui/link.tsx';
import { openReceived, readCover } from '../requests.ts';
import { GivenPage } from './given-page.tsx';
import { NextClosed } from './next-closed.tsx';
import { prepare } from './opening.ts';
import { isOnlyOne } from './page-items.ts';
import type { PageLink } from './page-link.ts';
import { ReadAgain } from './read-again.tsx';
import { useOpening } from './use-opening.ts';

/** Everything that one owner has given one recipient. The one being read is in the URL, so that the back button works. */
export function FromPage({ page }: { page: PageLink }) {
  const { cover } = page;
  const [justOpened, setJustOpened] = useState<{ id: string; received: ReceivedMemories }>();
  const read = useRead();
  const only = isOnlyOne(cover) ? cover.opened[0]?.id : undefined;
  const isKnown = (id: string) => id === justOpened?.id || cover.opened.some((one) => one.id === id);
  const shown = only ?? (read && isKnown(read) ? read : undefined);

  const opening = useOpening(async (id: string) => {
    const received = await openReceived(page.token, id);
    await prepare(received);
    setJustOpened({ id, received });
    goTo(id);
    // Loads what is still closed, and what can be done; what was opened is shown even if this fails.
    await readCover(page.token).then(page.show, () => undefined);
  });

  const [last, setLast] = useState(shown);
  if (shown && shown !== last) setLast(shown);
  if (!shown) return <GivenPage page={page} opening={opening} from={last} />;
  return (
    <ReadAgain
      key={shown}
      page={page}
      id={shown}
      opened={justOpened?.id === shown ? justOpened.received : undefined}
      back={only ? undefined : <Back ownerFirstName={cover.ownerFirstName} />}
      next={<NextClosed page={page} opening={opening} after={shown} />}
    />
  );
}

/** Which of them is being read, from the part of the URL after `#`, which never reaches the server. */
function useRead(): string {
  return useSyncExternalStore(listen, () => window.location.hash.slice(1));
}

function goTo(id: string): void {
  window.location.hash = id;
}

function listen(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

function Back({ ownerFirstName }: { ownerFirstName: string }) {
  return (
    <Link
      href="#all"
      variant="plain"
      className="inline-flex min-h-11 items-center gap-2 rounded-small text-small text-ink-soft hover:text-ink"
    >
      <ChevronLeft aria-hidden="true" className="size-4.5" strokeWidth={1.5} />
      Everything from {ownerFirstName}
    </Link>
  );
}
