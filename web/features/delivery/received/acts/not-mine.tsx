import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { PageLink } from '../page/page-link.ts';
import { ActRow, Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

/** At the end of the grown page. */
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

/** What it does, and two presses, so that nobody closes their own page by a slip. */
export function NotMine({ page }: { page: PageLink }) {
  const { ownerFirstName, recipientFirstName, ownerDied } = page.cover;
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy, failure } = useAct(page);
  return (
    <div className="grid max-w-140 justify-items-start gap-3 text-left">
      <p>
        Then we close this page on every device{ownerDied ? '' : `, tell ${ownerFirstName}`} and look for{' '}
        {recipientFirstName}. You do not have to tell us who you are.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
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
