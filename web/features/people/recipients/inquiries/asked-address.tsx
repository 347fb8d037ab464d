import { useState } from 'react';
import { AnswerCard } from '../../../../ui/answer-card.tsx';
import { Button } from '../../../../ui/button.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { NewAddress } from './new-address.tsx';
import { NotTheirs } from './not-theirs.tsx';
import { type Asked, NotForMe, Refusal } from './parts.tsx';
import { ProposedAddress } from './proposed-address.tsx';

/** Do we still reach them here? */
export function AskedAddress(asked: Asked) {
  const [isEntering, setEntering] = useState(false);
  const { page, answer } = asked;
  const back = () => setEntering(false);
  if (page.answer === 'not-me') return <NotTheirs {...asked} back="right" />;
  if (page.proposed) return <ProposedAddress {...asked} proposed={page.proposed} onUndo={back} />;
  if (isEntering) return <NewAddress {...asked} onCancel={back} />;
  const other = () => setEntering(true);
  return page.answer === 'right' ? (
    <Right {...asked} onOther={other} />
  ) : (
    <LinkPage isWide title={`Does this still reach you, ${page.firstName}?`} takesFocus={asked.wasPressed}>
      <p className="text-lead wrap-anywhere text-ink-soft">
        {page.ownerFirstName} {page.ownerLastName} asked us to check that we have the right address for you.
        We wrote to {page.address}. It does not mean that anything waits for you.
      </p>
      <div className="mt-6 grid gap-5 md:grid-cols-2">
        <AnswerCard
          title="Yes, it does"
          text={`Nothing changes. ${page.ownerFirstName} can see that you said so.`}
        >
          <Button isPending={asked.isPressing} onPress={() => answer('right')} className="w-full md:w-auto">
            It reaches me
          </Button>
        </AnswerCard>
        <AnswerCard
          title="Another is better"
          text={`You tell us which, and we use it once ${page.ownerFirstName} has agreed.`}
        >
          <Button variant="quiet" onPress={other} className="w-full md:w-auto">
            Give another address
          </Button>
        </AnswerCard>
      </div>
      <Refusal {...asked} />
      <NotForMe {...asked} />
    </LinkPage>
  );
}

function Right({ onOther, ...asked }: Asked & { onOther: () => void }) {
  const { firstName, address, ownerFirstName } = asked.page;
  return (
    <LinkPage isWide title={`Thank you, ${firstName}.`} takesFocus={asked.wasPressed}>
      <p className="text-lead wrap-anywhere text-ink-soft">
        We go on writing to {address}, and {ownerFirstName} can see that you said so. You can close this page.
      </p>
      <Refusal {...asked} />
      <div className="mt-2 flex flex-wrap gap-x-6 border-t border-line pt-5">
        <Button variant="text" onPress={onOther}>
          Another address is better
        </Button>
        <Button variant="text" isDisabled={asked.isPressing} onPress={() => asked.answer('not-me')}>
          This is not for me
        </Button>
      </div>
    </LinkPage>
  );
}
