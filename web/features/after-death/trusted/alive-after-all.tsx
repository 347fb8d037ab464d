import { useState } from 'react';
import type { TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import { ActionRow } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { answerWindow } from './requests.ts';
import { useSaving } from './use-saving.ts';
import type { TrustedLink } from './use-trusted.ts';

/** After the release it is late, but staff can still stop what has not gone out. */
export function AliveAfterAll({
  page: { answered, ownerFirstName },
  link,
}: {
  page: TrustedPage;
  link: TrustedLink;
}) {
  const [isAsking, setAsking] = useState(false);
  const { outcome, isBusy, save } = useSaving(link.look);
  if (answered === 'alive')
    return (
      <p role="status" className="mt-4 font-medium wrap-anywhere">
        You told us that {ownerFirstName} is alive. Our staff know, and look into it.
      </p>
    );

  function say() {
    void save(async () => {
      link.show(await answerWindow(link.token, { answer: 'alive' }));
      return '';
    });
  }

  if (!isAsking)
    return (
      <Button variant="text" size="small" className="mt-1 text-left" onPress={() => setAsking(true)}>
        Tell us if {ownerFirstName} is alive
      </Button>
    );
  return (
    <div className="mt-4 grid gap-4 wrap-anywhere">
      <p>
        When you press the button, our staff are told at once. They look into it, and can stop what has not
        gone out.
      </p>
      <ActionRow
        cancel={
          <Button variant="quiet" onPress={() => setAsking(false)}>
            Cancel
          </Button>
        }
        action={
          <Button isPending={isBusy} onPress={say}>
            {ownerFirstName} is alive
          </Button>
        }
      />
      <OutcomeLine failure={outcome.failure} />
    </div>
  );
}
