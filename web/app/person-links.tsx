import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy.ts';
import { LinkLoading } from '../ui/link-page.tsx';

const AddressPage = lazyComponent(
  async () =>
    (await import('../features/after-death/trusted-access/address-changes/address-page.tsx')).AddressPage,
);
const AskedPage = lazyComponent(
  async () => (await import('../features/people/recipients/inquiries/asked-page.tsx')).AskedPage,
);
const GuardianPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/guardians/guardian-page.tsx')).GuardianPage,
);

interface PersonLinksProps {
  of: string | undefined;
  token: string;
}

/** The pages behind the links in messages to people in an address book, who have no account with us. */
export function PersonLinks({ of, token }: PersonLinksProps) {
  const Page = of === 'address' ? AddressPage : of === 'asked' ? AskedPage : GuardianPage;
  return (
    <Suspense fallback={<LinkLoading isWide />}>
      <Page token={token} />
    </Suspense>
  );
}
