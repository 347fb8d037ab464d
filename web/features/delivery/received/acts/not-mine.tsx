import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import type { PageLink } from '../page/page-link.ts';
import { ActRow, Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

/** Shown at the end of a page with several memories. */
export function NotMineRow({ page }: { page: PageLink }) {
  const { recipientFirstName } = page.cover;
  return (
    <ActRow
      title="This is not for me"
      hint={`If you are not ${recipientFirstName}, we close the page and look for ${recipientFirstName}.`}
    >
      <NotMine page={page} />
    </ActRow>
  );
}

/** Explains what it does, and takes two presses, so that nobody closes their own page by accident. */
export function NotMine({ page, isCentered = false }: { page: PageLink; isCentered?: boolean }) {
  const { recipientFirstName } = page.cover;
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy, failure } = useAct(page);
  const place = useRef<HTMLDivElement>(null);
  const wasReplaced = useRef(isCentered);
  useEffect(() => {
    // The button that led here is gone.
    if (wasReplaced.current && !isAsked) place.current?.focus();
    wasReplaced.current = isAsked;
  }, [isAsked]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={joinClasses(
        'grid max-w-140 gap-3 outline-none',
        isCentered ? 'mt-6 justify-items-center' : 'justify-items-start text-left',
      )}
    >
      <p>
        If it is not for you, we close this page on every device and look for {recipientFirstName}. You do not
        have to tell us who you are.
      </p>
      <div
        className={joinClasses('flex flex-wrap items-center gap-x-6 gap-y-2', isCentered && 'justify-center')}
      >
        {isAsked ? (
          <>
            <Button key="mine" variant="text" autoFocus onPress={() => setAsked(false)}>
              It is mine after all
            </Button>
            <Button
              variant="danger"
              isPending={isBusy}
              pendingLabel="Closing"
              onPress={() => void act('POST', '/not-me')}
            >
              Yes, close it for everybody
            </Button>
          </>
        ) : (
          <Button variant="quiet" className="text-rose" onPress={() => setAsked(true)}>
            Close the page
          </Button>
        )}
      </div>
      <Failure>{failure}</Failure>
    </div>
  );
}
