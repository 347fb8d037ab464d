import { MailQuestion } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { StrongEmail } from '../../../../ui/email-text.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { useResendVerification } from './queries.ts';

/** Shown above every page until the address is confirmed. */
export function UnconfirmedEmailBanner({ email }: { email: string }) {
  const { mutate: resend, isPending } = useResendVerification();

  function send() {
    resend(undefined, {
      onSuccess: () => toast({ title: 'The link is on its way', description: `We sent it to ${email}.` }),
      onError: (error) => showFailure(error, undefined, 'The link was not sent'),
    });
  }

  return (
    <aside
      aria-label="Your email address"
      className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 bg-gold-wash px-4.5 py-2 text-small print:hidden"
    >
      <p className="flex items-start gap-2.5">
        <MailQuestion aria-hidden="true" className="mt-0.5 size-5 flex-none text-gold" strokeWidth={1.5} />
        <span>
          Please confirm <StrongEmail>{email}</StrongEmail> with the link we sent there. Until then you cannot
          schedule deliveries, and we do not write to trusted contacts.
        </span>
      </p>
      <Button variant="text" size="small" isPending={isPending} pendingLabel="Sending" onPress={send}>
        Send the link again
      </Button>
    </aside>
  );
}
