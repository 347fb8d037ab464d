import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useProfile } from '../../accounts/auth/sessions/queries.ts';
import type { ServerDraft } from '../../memories/drafts/drafts.ts';
import { DraftNotice, useDraft } from '../../memories/drafts/drafts.ts';
import { useServerDrafts } from '../../memories/drafts/queries.ts';
import type { OrderValues } from './order-values.ts';
import { emptyOrder, isEmptyOrder, parseOrder } from './order-values.ts';

type OrderForm = UseFormReturn<OrderValues>;

/** Saves the form as a draft until it is ordered, and restores a draft begun on any device. */
export function OrderDraft({ form }: { form: OrderForm }) {
  const { data: profile } = useProfile();
  const drafts = useServerDrafts();
  if (!profile || !drafts.isSettled) return null;
  return <KnownDraft form={form} ownerId={profile.id} stored={drafts.find('gift-order')} />;
}

interface KnownDraftProps {
  form: OrderForm;
  ownerId: string;
  /** The server's draft; undefined when the server could not be reached. */
  stored: ServerDraft<unknown> | null | undefined;
}

function KnownDraft({ form, ownerId, stored }: KnownDraftProps) {
  const draft = useDraft({ ownerId, kind: 'gift-order', stored, initial: emptyOrder, parse: parseOrder });
  const { change } = draft;
  const [found] = useState(draft.values);
  const [isBack, setBack] = useState(() => draft.isRestored && isEmptyOrder(form.getValues()));

  useEffect(() => {
    const typed = form.getValues();
    // The form is usable before the draft has loaded; anything typed meanwhile is newer.
    if (!isEmptyOrder(typed)) change(typed);
    else if (!isEmptyOrder(found)) form.reset(found, { keepDefaultValues: true });
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => change(values) });
  }, [form, found, change]);

  if (!isBack) return null;
  return (
    <DraftNotice
      consequence="What is written here will be deleted. This action cannot be undone."
      onDiscard={() => {
        form.reset();
        setBack(false);
      }}
    >
      What you were writing is back.
    </DraftNotice>
  );
}
