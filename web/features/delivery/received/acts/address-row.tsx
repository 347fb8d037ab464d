import type { ProposedAddress, SaidOnPage } from '../../../../../shared/delivery/received-acts.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { Button } from '../../../../ui/button.tsx';
import type { PageLink } from '../page/page-link.ts';
import { addressStands } from './act-labels.ts';
import { ActRow, Failure } from './act-row.tsx';
import { AddressCode } from './address-code.tsx';
import { AddressForm } from './address-form.tsx';
import { useAct } from './use-act.ts';

interface AddressRowProps {
  page: PageLink;
  said: SaidOnPage;
}

/** A new address is confirmed by a code before anything is sent there, so that a leaked link cannot redirect anything. */
export function AddressRow({ page, said: { address } }: AddressRowProps) {
  const { ownerFirstName } = page.cover;
  const isUnderWay = address?.state === 'code-sent' || address?.state === 'asked';
  return (
    <ActRow
      title="My address has changed"
      hint={
        address && !isUnderWay
          ? addressStands(address, page.cover, deviceTimeZone())
          : `So that anything else ${ownerFirstName} left reaches you.`
      }
      done={address && isUnderWay && <UnderWay page={page} address={address} />}
    >
      <AddressForm page={page} />
    </ActRow>
  );
}

function UnderWay({ page, address }: { page: PageLink; address: ProposedAddress }) {
  const { act, isBusy, failure } = useAct(page);
  const { email, phone, mailingAddress } = address;
  return (
    <>
      <p role="status">{addressStands(address, page.cover, deviceTimeZone())}</p>
      <ul className="mt-1.5 mb-1 whitespace-pre-line">
        {[email, phone, mailingAddress].filter(Boolean).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {address.state === 'code-sent' && <AddressCode page={page} address={address} />}
      <Button
        variant="text"
        className="mt-2"
        isPending={isBusy}
        pendingLabel="Taking it back"
        onPress={() => void act('DELETE', '/address')}
      >
        Leave my address as it was
      </Button>
      <Failure>{failure}</Failure>
    </>
  );
}
