import { Suspense } from 'react';
import { formatDay } from '../../../../../shared/dates.ts';
import type { GuardianPage as Page } from '../../../../../shared/delivery/guardians.ts';
import { cutLinkText } from '../../../../lib/cut-link.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { useLinked } from '../../../../lib/use-linked.ts';
import { LinkAnswer, LinkLoading, LinkPage } from '../../../../ui/link-page.tsx';

const whenUnknown = `${cutLinkText} It may also be that somebody else has the say now.`;

const WhatComes = lazyComponent(async () => (await import('./what-comes.tsx')).WhatComes);

/** Where a guardian has a say in what comes to a child, without seeing any of it. No sign-in; opening it changes nothing. */
export function GuardianPage({ token }: { token: string }) {
  const linked = useLinked<Page>(`/api/guardian/${encodeURIComponent(token)}`);
  const { isPressing, refusal, fields, press } = linked;
  const send = (body: object) => press('/answer', body);
  const giveAddress = (body: object) => press('/address', body);
  return (
    <LinkAnswer linked={linked} unknown={whenUnknown}>
      {(page, wasPressed) => {
        if (page.isOver) return <Over page={page} />;
        if (page.moments.length === 0) return <NothingWaits page={page} takesFocus={wasPressed} />;
        return (
          <Suspense fallback={<LinkLoading isWide />}>
            <WhatComes
              {...{ page, isPressing, refusal, fields, send, giveAddress }}
              takesFocus={wasPressed}
            />
          </Suspense>
        );
      }}
    </LinkAnswer>
  );
}

function NothingWaits({ page, takesFocus }: { page: Page; takesFocus: boolean }) {
  const { childFirstName, endsOn } = page;
  return (
    <LinkPage isWide title={`Nothing waits for ${childFirstName} at the moment.`} takesFocus={takesFocus}>
      <p className="text-lead text-ink-soft">
        If something is to come before {formatDay(endsOn)}, we write to you beforehand. You need not do
        anything.
      </p>
    </LinkPage>
  );
}

function Over({ page: { childFirstName, untilAge, endsOn } }: { page: Page }) {
  return (
    <LinkPage isWide title={`${childFirstName} is ${untilAge} now.`}>
      <p className="text-lead text-ink-soft">
        Since {formatDay(endsOn)} whatever is left for {childFirstName} comes by itself, and there is nothing
        more for you to decide. Thank you for looking after it.
      </p>
    </LinkPage>
  );
}
