import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDate } from '../../../../../shared/dates.ts';
import type { ReceivedMemories } from '../../../../../shared/delivery/received.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { ReceivedArticle } from '../received-article.tsx';
import { openReceived } from '../requests.ts';
import type { PageLink } from './page-link.ts';

interface PrintAllProps {
  page: PageLink;
  onEnd: (failure?: string) => void;
}

/** Everything that was opened, oldest first, each on a separate page. It replaces the page only on paper. */
export function PrintAll({ page: { token, cover }, onEnd }: PrintAllProps) {
  const end = useRef(onEnd);
  const ids = cover.opened.map(({ id }) => id).toReversed();
  const read = useReadAll(token, ids, (failure) => end.current(failure));
  const sheets = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!read) return;
    let isOver = false;
    const finish = () => end.current();
    window.addEventListener('afterprint', finish, { once: true });
    void whenDrawn(sheets.current).then(() => {
      if (!isOver) window.print();
    });
    return () => {
      isOver = true;
      window.removeEventListener('afterprint', finish);
    };
  }, [read]);

  if (!read) return null;
  return createPortal(
    <div ref={sheets} data-print="page" className="hidden print:block">
      {read.map(({ ownerName, memories }) =>
        memories.map((memory) => (
          <div
            key={`${memory.id} ${memory.deliveredAt}`}
            className="grid grid-cols-1 not-first:break-before-page"
          >
            <p className="mb-6 w-full max-w-letter justify-self-center text-small">
              Given on {formatDate(memory.deliveredAt, deviceTimeZone())}
            </p>
            {/* Each article is alone in its element: it begins a page unless it is the first child. */}
            <div className="grid grid-cols-1">
              <ReceivedArticle
                memory={memory}
                ownerName={ownerName}
                recipientFirstName={cover.recipientFirstName}
                isFirst
                headingLevel={2}
              />
            </div>
          </div>
        )),
      )}
    </div>,
    document.body,
  );
}

/** One after another, so that a page with many years of memories sends no more requests than a person reading it. */
function useReadAll(token: string, ids: readonly string[], onFailure: (failure: string) => void) {
  const [read, setRead] = useState<ReceivedMemories[] | null>(null);
  const wanted = useRef(ids);
  const fail = useRef(onFailure);
  useEffect(() => {
    let isOver = false;
    async function readAll() {
      const all: ReceivedMemories[] = [];
      for (const id of wanted.current) all.push(await openReceived(token, id));
      if (!isOver) setRead(all);
    }
    readAll().catch((error: unknown) => {
      if (!isOver) fail.current(messageOf(error, 'It could not be put together just now. Please try again.'));
    });
    return () => {
      isOver = true;
    };
  }, [token]);
  return read;
}

/** Waits until every photo has loaded, or cannot be shown. */
async function whenDrawn(sheets: HTMLElement | null): Promise<void> {
  const photos = [...(sheets?.querySelectorAll('img') ?? [])];
  await Promise.all(photos.map((photo) => photo.decode().catch(() => undefined)));
}
