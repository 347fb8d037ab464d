import { type ReactNode, useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { type GiftId, giftsOf } from '../../../../shared/store/gifts.ts';
import { todayIn } from '../../../lib/dates.ts';
import { useCheckedForm } from '../../../lib/forms.ts';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useTimeZone } from '../../accounts/auth/sessions/queries.ts';
import { useMemories } from '../../memories/memories/queries.ts';
import { OrderDraft } from './order-draft.tsx';
import { OrderFields } from './order-fields.tsx';
import { OrderSentence } from './order-sentence.tsx';
import { OrderSummary } from './order-summary.tsx';
import { checkOrder, emptyOrder, toOrder } from './order-values.ts';
import { usePlaceGiftOrder } from './queries.ts';

interface OrderDeskProps {
  selected: readonly GiftId[];
  onRemove: (id: GiftId) => void;
  /** Called when the order is saved. */
  onOrdered: () => void;
  /** The catalogue. The form is in the summary beside it once a gift is selected. */
  children: ReactNode;
}

export function OrderDesk({ selected, onRemove, onOrdered, children }: OrderDeskProps) {
  const formId = useId();
  const { form, formProps, tomorrow, draftVersions } = useOrderForm(selected, onOrdered);
  const memoryId = useWatch({ control: form.control, name: 'memoryId' });
  const { data: memories } = useMemories();
  const memory = memories?.find(({ id }) => id === memoryId);
  return (
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
      {children}
      <OrderSummary
        chosen={giftsOf(selected)}
        memory={memory}
        onRemove={onRemove}
        formId={formId}
        isPending={formProps.isBusy}
        sentence={<OrderSentence control={form.control} selected={selected} />}
      >
        <OrderDraft form={form} versions={draftVersions} />
        <form id={formId} noValidate className="grid gap-5" onSubmit={formProps.onSubmit}>
          <FormErrorSummary {...formProps.summary} />
          <OrderFields control={form.control} setValue={form.setValue} tomorrow={tomorrow} />
        </form>
      </OrderSummary>
    </div>
  );
}

function useOrderForm(selected: readonly GiftId[], onOrdered: () => void) {
  const { mutateAsync: place } = usePlaceGiftOrder();
  const tomorrow = todayIn(useTimeZone(), Date.now()).add({ days: 1 }).toString();
  const draftVersions = useRef((): string[] => []);
  const { form, formProps } = useCheckedForm({
    initial: emptyOrder,
    check: (values) => checkOrder(values, selected, tomorrow),
    send: async (values) => {
      const { checkoutUrl } = await place({
        ...toOrder(values, selected),
        draftVersions: draftVersions.current(),
      });
      form.reset();
      onOrdered();
      toast({
        title: 'Your order is saved',
        description: checkoutUrl
          ? 'The payment page opens now.'
          : 'The payment page did not open. You can pay for it below, under Your orders, in a minute.',
      });
      if (checkoutUrl) window.location.assign(checkoutUrl);
    },
    onFailure: (error) => showFailure(error, 'The order could not be placed. Please try again.'),
  });
  return { form, formProps, tomorrow, draftVersions };
}
