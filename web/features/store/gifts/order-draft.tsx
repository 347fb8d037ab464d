import { type RefObject, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useProfile } from '../../accounts/auth/sessions/queries.ts';
import {
  DraftNotice,
  KeptBeside,
  type Sheet,
  useDraft,
  useSheetOf,
} from '../../memories/memories/drafts/drafts.ts';
import { emptyOrder, isEmptyOrder, type OrderValues, parseOrder } from './order-values.ts';

type OrderForm = UseFormReturn<OrderValues>;

interface OrderDraftProps {
  form: OrderForm;
  /** Called with the versions of the draft that the server may hold. */
  versions: RefObject<() => string[]>;
}

/** Saves the form as a draft until it is ordered, and restores a draft begun on any device. */
export function OrderDraft(props: OrderDraftProps) {
  const { data: profile } = useProfile();
  const sheet = useSheetOf('gift-order', profile?.id);
  return sheet && <KnownDraft key={sheet.key} {...props} sheet={sheet} />;
}

function KnownDraft({ form, versions, sheet }: OrderDraftProps & { sheet: Sheet }) {
  const draft = useDraft({ sheet, initial: emptyOrder, parse: parseOrder });
  const { change } = draft;
  const [found] = useState(draft.values);
  const [isBack, setBack] = useState(() => draft.isRestored && isEmptyOrder(form.getValues()));

  useEffect(() => {
    const typed = form.getValues();
    // The form is usable before the draft has loaded; anything typed meanwhile is newer.
    if (!sheet.isChosen && !isEmptyOrder(typed)) change(typed);
    else if (sheet.isChosen || !isEmptyOrder(found)) form.reset(found, { keepDefaultValues: true });
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => change(values) });
  }, [form, found, change, sheet.isChosen]);

  const known = draft.versions;
  useEffect(() => {
    versions.current = () => [...known()];
  }, [versions, known]);

  return (
    <>
      <KeptBeside sheet={sheet} draft={draft} parse={parseOrder} textOf={textOf} what="order" />
      {isBack && (
        <DraftNotice
          consequence="What is written here will be deleted. This action cannot be undone."
          onDiscard={() => {
            form.reset();
            setBack(false);
          }}
        >
          What you were writing is back.
        </DraftNotice>
      )}
    </>
  );
}

function textOf({ recipientName, deliveryAddress, deliveryDate, specialInstructions }: OrderValues) {
  const details = [
    { name: 'Address', text: deliveryAddress },
    { name: 'Day', text: deliveryDate },
  ];
  return { title: recipientName, text: specialInstructions, details };
}
