import type { InquiryPage } from '../../../../../shared/people/inquiries.ts';
import { cutLinkText } from '../../../../lib/cut-link.ts';
import { useLinked } from '../../../../lib/use-linked.ts';
import { LinkAnswer, LinkPage } from '../../../../ui/link-page.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { AskedAddress } from './asked-address.tsx';
import { AskedTrust } from './asked-trust.tsx';
import type { Asked } from './parts.tsx';

/** Asks somebody something on an owner's behalf, without showing what waits. No sign-in; opening it changes nothing. */
export function AskedPage({ token }: { token: string }) {
  const linked = useLinked<InquiryPage>(`/api/asked/${encodeURIComponent(token)}`);
  const { isPressing, refusal, fields, press } = linked;
  return (
    <LinkAnswer linked={linked} unknown={cutLinkText}>
      {(page, wasPressed) => {
        const asked: Asked = {
          ...{ page, wasPressed, isPressing, refusal, fields },
          answer: (answer) => press('/answer', { answer }),
          send: press,
        };
        if (page.isOver) return <Over page={page} />;
        return page.kind === 'address' ? <AskedAddress {...asked} /> : <AskedTrust {...asked} />;
      }}
    </LinkAnswer>
  );
}

function Over({ page: { firstName } }: { page: InquiryPage }) {
  return (
    <LinkPage isWide title={`There is nothing to do here any more, ${firstName}.`}>
      <p className="text-lead text-ink-soft">
        Thank you for coming. If you would like to tell us something, please write to <SupportLink />.
      </p>
    </LinkPage>
  );
}
