import type { ReactNode } from 'react';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { GiftId } from '../../../../shared/store/gifts.ts';
import { giftsOf } from '../../../../shared/store/gifts.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { checkedBy } from '../../../lib/check-form.ts';
import { todayIn } from '../../../lib/dates.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { listFormErrors, showServerErrors } from '../../../lib/forms.ts';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { useMemories } from '../../memories/memories/queries.ts';
import { OrderDraft } from './order-draft.tsx';
import { OrderFields } from './order-fields.tsx';
import { OrderSentence } from './order-sentence.tsx';
import { OrderSummary } from './order-summary.tsx';
import type { OrderValues } from './order-values.ts';
import { checkOrder, emptyOrder, orderFieldNames, toOrder } from './order-values.ts';
import { usePlaceGiftOrder } from './queries.ts';

interface OrderDeskProps {
  selected: readonly GiftId[];
  onRemove: (id: GiftId) => void;
  /** Called when the order is saved and the payment page is about to open. */
  onOrdered: () => void;
  /** The catalogue. The form stands in the summary beside it once a gift is selected. */
  children: ReactNode;
}

export function OrderDesk({ selected, onRemove, onOrdered, children }: OrderDeskProps) {
  const formId = useId();
  const { form, tomorrow, submit } = useOrderForm(selected, onOrdered);
  const { errors, submitCount, isSubmitting } = form.formState;
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
        isPending={isSubmitting}
        sentence={<OrderSentence control={form.control} selected={selected} />}
      >
        <OrderDraft form={form} />
        <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
          <FormErrorSummary
            errors={listFormErrors(errors)}
            attempt={submitCount}
            onSelect={(field) =>
              form.setFocus(orderFieldNames.find((name) => name === field) ?? 'recipientName')
            }
          />
          <OrderFields control={form.control} setValue={form.setValue} tomorrow={tomorrow} />
        </form>
      </OrderSummary>
    </div>
  );
}

function useOrderForm(selected: readonly GiftId[], onOrdered: () => void) {
  const { timezone } = useSessionUser();
  const { mutateAsync: place } = usePlaceGiftOrder();
  const tomorrow = todayIn(timezone ?? deviceTimeZone(), Date.now())
    .add({ days: 1 })
    .toString();
  const form = useForm<OrderValues>({
    defaultValues: emptyOrder,
    shouldFocusError: false,
    resolver: checkedBy((values) => checkOrder(values, selected, tomorrow)),
  });

  async function order(values: OrderValues) {
    try {
      const { checkoutUrl } = await place(toOrder(values, selected));
      form.reset();
      onOrdered();
      toast({ title: 'Your order is saved', description: 'The payment page opens now.' });
      window.location.assign(checkoutUrl);
    } catch (error) {
      showServerErrors(fieldsOf(error), orderFieldNames, form.setError);
      const description = messageOf(error, 'The order could not be placed. Please try again.');
      toast({ variant: 'destructive', title: 'Error', description });
    }
  }

  return { form, tomorrow, submit: form.handleSubmit(order) };
}
