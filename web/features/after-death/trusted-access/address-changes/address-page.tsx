import { Undo2 } from 'lucide-react';
import type { AddressChangePage as Page } from '../../../../../shared/after-death/address-changes.ts';
import { formatDate, formatMoment } from '../../../../../shared/dates.ts';
import { cutLinkText } from '../../../../lib/cut-link.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { useLinked } from '../../../../lib/use-linked.ts';
import { Button } from '../../../../ui/button.tsx';
import { LinkAnswer, LinkPage } from '../../../../ui/link-page.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { describeChange, describeEnd, titleOf, whenWords } from './labels.ts';

/** Where somebody who was told of a new address can say that it is wrong. No sign-in; opening it changes nothing. */
export function AddressPage({ token }: { token: string }) {
  const linked = useLinked<Page>(`/api/address/${encodeURIComponent(token)}`);
  const { isPressing, refusal, press } = linked;
  return (
    <LinkAnswer linked={linked} unknown={cutLinkText}>
      {(page, wasPressed) => {
        const answer = { page, isPressing, refusal, press };
        if (page.canDispute) return <Question {...answer} takesFocus={wasPressed} />;
        return page.canTakeBack ? <Stopped {...answer} /> : <Settled page={page} />;
      }}
    </LinkAnswer>
  );
}

interface AnswerProps {
  page: Page;
  isPressing: boolean;
  refusal: string | undefined;
  press: (what: '/wrong' | '/right') => void;
  takesFocus?: boolean;
}

function Question({ page, isPressing, refusal, press, takesFocus = false }: AnswerProps) {
  return (
    <LinkPage isWide title={titleOf(page)} takesFocus={takesFocus}>
      <p className="text-lead text-ink-soft">{describeChange(page)}</p>
      <Changes page={page} />
      <div className="mt-3 grid gap-8 md:grid-cols-2">
        <section>
          <h2 className="text-title">If it is right</h2>
          <p className="mt-1.5 text-ink-soft">You need not do anything.</p>
        </section>
        <section>
          <h2 className="text-title">If it is wrong</h2>
          <p className="mt-1.5 mb-4 text-ink-soft">
            One press, and nothing goes to the new address. One of us writes to you here and sorts it out.
          </p>
          <Button size="large" isPending={isPressing} onPress={() => press('/wrong')}>
            This is wrong
          </Button>
          <Refusal text={refusal} />
        </section>
      </div>
      <p className="mt-4 text-small text-ink-soft">
        What {page.ownerFirstName} left is safe, however long this takes. This page shows nothing of it.
      </p>
    </LinkPage>
  );
}

function Changes({ page: { changes, inForceFrom } }: { page: Page }) {
  const from = inForceFrom
    ? `From ${formatMoment(inForceFrom, deviceTimeZone())}`
    : 'If somebody here confirms it';
  return (
    <ul className="border-y border-line">
      {changes.map(({ field, before, now }) => (
        <li
          key={field}
          className="grid gap-x-8 gap-y-3 border-t border-line py-5 first:border-t-0 md:grid-cols-2"
        >
          <p>
            <span className="block text-small text-ink-soft">Until now</span>
            <span className="font-serif text-lead wrap-anywhere">{before ?? 'none'}</span>
          </p>
          <p>
            <span className="block text-small text-ink-soft">{from}</span>
            <span className="font-serif text-lead wrap-anywhere">{now ?? 'none'}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Stopped({ page, isPressing, refusal, press }: AnswerProps) {
  const { audience, personFirstName, writtenTo } = page;
  return (
    <LinkPage isWide title="Thank you. It is stopped." takesFocus>
      <p className="text-lead text-ink-soft">
        Nothing for {audience === 'person' ? 'you' : personFirstName} goes anywhere until this is sorted out.
        One of us writes to you at {writtenTo}.
      </p>
      <Button
        variant="quiet"
        className="mt-2 justify-self-start"
        icon={<Undo2 aria-hidden="true" className="size-5" strokeWidth={1.5} />}
        isPending={isPressing}
        onPress={() => press('/right')}
      >
        It was right after all
      </Button>
      <Refusal text={refusal} />
    </LinkPage>
  );
}

function Settled({ page }: { page: Page }) {
  return (
    <LinkPage isWide title={titleOf(page)}>
      <p className="text-lead text-ink-soft">{describeEnd(page)}</p>
      <p className="text-ink-soft">
        {whenWords(page, formatDate(page.madeAt, deviceTimeZone()))} If something is not right, please write
        to <SupportLink />.
      </p>
    </LinkPage>
  );
}

function Refusal({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="mt-3 font-medium text-rose">
      {text}
    </p>
  );
}
