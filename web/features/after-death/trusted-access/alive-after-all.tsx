import { useState } from 'react';
import type { TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import { useFocusOnReturn } from '../../../lib/focus.ts';
import { ActionRow } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { answerWindow } from './requests.ts';
import { useSaving } from './use-saving.ts';
import type { TrustedLink } from './use-trusted.ts';

interface AliveAfterAllProps {
  page: TrustedPage;
  link: TrustedLink;
}

/** After the release it is late, but staff can still stop what has not gone out. */
export function AliveAfterAll({ page: { answered, ownerFirstName }, link }: AliveAfterAllProps) {
  const [isAsking, setAsking] = useState(false);
  const home = useFocusOnReturn(!isAsking);
  return (
    <div ref={home} tabIndex={-1} className="wrap-anywhere outline-none">
      {answered === 'alive' && (
        <p className="mt-4 font-medium text-ink">
          You told us that {ownerFirstName} is alive. Our staff know, and are looking into it.
        </p>
      )}
      {answered !== 'alive' && !isAsking && (
        <Button variant="text" size="small" className="mt-1 text-left" onPress={() => setAsking(true)}>
          Tell us if {ownerFirstName} is alive
        </Button>
      )}
      {isAsking && <Asking ownerFirstName={ownerFirstName} link={link} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface AskingProps {
  ownerFirstName: string;
  link: TrustedLink;
  onClose: () => void;
}

function Asking({ ownerFirstName, link, onClose }: AskingProps) {
  const { outcome, isBusy, save } = useSaving(link.look);

  async function say() {
    const went = await save(async () => {
      link.show(await answerWindow(link.token, { answer: 'alive' }));
      return '';
    });
    if (went) onClose();
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      <p>
        When you press the button, our staff are told at once. They look into it, and can stop what has not
        gone out.
      </p>
      <ActionRow
        cancel={
          <Button variant="quiet" autoFocus onPress={onClose}>
            Cancel
          </Button>
        }
        action={
          <Button isPending={isBusy} onPress={() => void say()}>
            {ownerFirstName} is alive
          </Button>
        }
      />
      <OutcomeLine failure={outcome.failure} />
    </div>
  );
}
