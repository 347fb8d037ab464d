import { formatDay } from '../../../../shared/dates.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import { listNames } from '../../../../shared/names.ts';
import type { GiftOrder } from '../../../../shared/store/gift-orders.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useCancelGiftOrder, useReopenGiftCheckout } from './queries.ts';

export function PayNow({ order }: { order: GiftOrder }) {
  const { mutateAsync: reopen, isPending } = useReopenGiftCheckout();

  async function pay() {
    try {
      const { url } = await reopen(order.id);
      window.location.assign(url);
    } catch (error) {
      showFailure(error, 'The payment page could not be opened. Please try again.');
    }
  }

  return (
    <Button
      size="small"
      aria-label={`Pay now: ${giftNames(order)}`}
      isPending={isPending}
      onPress={() => void pay()}
    >
      Pay now
    </Button>
  );
}

export function CancelOrder({ order }: { order: GiftOrder }) {
  const { mutateAsync: cancel, isPending } = useCancelGiftOrder();
  const confirm = useConfirm();
  const names = giftNames(order);
  const back = order.paidAt && `The ${formatDollars(order.totalAmount)} that you paid`;

  async function cancelOrder() {
    const isConfirmed = await confirm({
      title: 'Cancel this order?',
      message: `${order.recipientName} will not get ${names} on ${formatDay(order.deliveryDate)}. ${back ? `${back} will be refunded.` : 'Nothing has been paid for it.'}`,
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep it',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    try {
      await cancel(order.id);
      const description = back
        ? `Nothing will be sent. ${back} is on its way back to you.`
        : 'Nothing was paid, and nothing will be sent.';
      toast({ title: 'Order cancelled', description });
    } catch (error) {
      showFailure(error, 'The order could not be cancelled. Please try again.');
    }
  }

  return (
    <Button
      variant="text"
      size="small"
      aria-label={`Cancel order: ${names}`}
      isPending={isPending}
      onPress={() => void cancelOrder()}
    >
      Cancel order
    </Button>
  );
}

export function giftNames({ giftDetails }: GiftOrder): string {
  return listNames(giftDetails.map(({ name }) => name));
}
