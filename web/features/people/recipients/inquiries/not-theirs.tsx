import { Button } from '../../../../ui/button.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { type Asked, Refusal } from './parts.tsx';

/** For a reader who is not the person we asked. `back` is the answer for whoever pressed this by mistake. */
export function NotTheirs({ back, ...asked }: Asked & { back: 'right' | 'yes' }) {
  const { firstName, address, ownerFirstName } = asked.page;
  return (
    <LinkPage isWide title="Thank you for telling us." takesFocus={asked.wasPressed}>
      <p className="text-lead wrap-anywhere text-ink-soft">
        We told {ownerFirstName} that {address} is not {firstName}’s. Until {ownerFirstName} has looked at it,
        nothing for {firstName} is sent there.
      </p>
      <Refusal {...asked} />
      <Button
        variant="quiet"
        className="mt-3 justify-self-start"
        isPending={asked.isPressing}
        onPress={() => asked.answer(back)}
      >
        It is for me after all
      </Button>
    </LinkPage>
  );
}
