import { BellOff, MailQuestion, MapPinned } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { Button } from '../../../../ui/button.tsx';
import { SideBySide } from '../../../../ui/side-by-side.tsx';
import { type AnswerToRecipient, useAnswerRecipient } from '../../../people/recipients/queries.ts';
import type { AskedField } from '../../../people/recipients/recipients.ts';
import { Said, Unanswered } from './said.tsx';
import { shortName } from './short-name.ts';

interface SaidByThemProps {
  person: Recipient;
  /** Opens the person's details at a field. */
  onAsk: (field: AskedField) => void;
}

/** What somebody has said on their own page, with a button for each answer by the owner. Nothing while they have said nothing. */
export function SaidByThem({ person, onAsk }: SaidByThemProps) {
  const { proposedAddress, declinedAt, notForThem } = person;
  if (!proposedAddress && !declinedAt && !notForThem) return null;
  const name = shortName(person.firstName);
  return (
    <section aria-label={`What ${name} has told us`} className="mb-11 grid gap-4 md:mb-14">
      {proposedAddress && <NewAddress person={person} proposal={proposedAddress} />}
      {notForThem && <WrongAddress person={person} said={notForThem} onAsk={onAsk} />}
      {declinedAt && (
        <Said icon={BellOff} title={`${name} asked to be sent nothing more from you`} since={declinedAt}>
          <p>
            What you left for {name} is kept, unopened, and waits. {name} can undo it at any time, and then it
            comes.
          </p>
        </Said>
      )}
    </section>
  );
}

interface NewAddressProps {
  person: Recipient;
  proposal: NonNullable<Recipient['proposedAddress']>;
}

function NewAddress({ person: { id, firstName }, proposal }: NewAddressProps) {
  const { mutate, isPending, variables, error } = useAnswerRecipient();
  const { byGuardian } = proposal;
  const name = shortName(firstName);
  const look = (answer: AnswerToRecipient) => ({
    isPending: isPending && variables.answer === answer,
    isDisabled: isPending && variables.answer !== answer,
    onPress: () => mutate({ id, answer, body: { proposalId: proposal.id } }),
  });
  return (
    <Said
      icon={MapPinned}
      title={byGuardian ? `An address for ${name}, from the guardian` : `${name} has a new address`}
      since={proposal.at}
    >
      <dl className="grid gap-x-4 gap-y-1 whitespace-pre-line text-ink sm:grid-cols-[auto_minmax(0,1fr)]">
        <NewValue label="Email" value={proposal.email}>
          {!byGuardian && (
            <span className="text-small text-ink-soft">proved by a code that was sent there</span>
          )}
        </NewValue>
        <NewValue label="Phone" value={proposal.phone} />
        <NewValue label="Postal address" value={proposal.mailingAddress} />
      </dl>
      <p>
        {byGuardian
          ? `Please be sure that ${name} reads what arrives there, and nobody else.`
          : `If you are not sure that it was ${name}, ask them before you agree.`}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button variant="text" {...look('proposed-address/refuse')}>
          Leave it as it is
        </Button>
        <Button {...look('proposed-address/agree')}>Use the new address</Button>
      </div>
      <Unanswered error={error} />
    </Said>
  );
}

function NewValue({ label, value, children }: { label: string; value: string | null; children?: ReactNode }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd>
        <SideBySide>
          {value}
          {children}
        </SideBySide>
      </dd>
    </>
  );
}

interface WrongAddressProps extends SaidByThemProps {
  said: NonNullable<Recipient['notForThem']>;
}

function WrongAddress({ person: { id, firstName }, said, onAsk }: WrongAddressProps) {
  const { mutate, isPending, error } = useAnswerRecipient();
  const name = shortName(firstName);
  return (
    <Said icon={MailQuestion} title={`${said.address} may not be ${name}’s address`} since={said.at}>
      <p>
        Somebody who reads there told us that what you sent was not for them. The page is closed, and nothing
        more goes there until you have corrected the address, or say that it is right.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button variant="text" isPending={isPending} onPress={() => mutate({ id, answer: 'right-address' })}>
          It is right
        </Button>
        <Button onPress={() => onAsk('email')}>Correct the address</Button>
      </div>
      <Unanswered error={error} />
    </Said>
  );
}
