import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy.ts';
import { LinkLoading } from '../ui/link-page.tsx';

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

/** The pages to which a link in a message leads somebody of an address book, who has nothing else with us. */
export function PersonLinks({ of, token }: PersonLinksProps) {
  return (
    <Suspense fallback={<LinkLoading isWide />}>
      {of === 'asked' ? <AskedPage token={token} /> : <GuardianPage token={token} />}
    </Suspense>
  );
}
