import { MailQuestion } from 'lucide-react';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { StrongEmail } from '../../../../ui/email-text.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useCancelEmailChange } from './queries.ts';

/** A new email address that has not been confirmed yet. */
export function PendingEmail({ email }: { email: string }) {
  const { mutate: cancel, isPending } = useCancelEmailChange();
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 notice bg-pine-wash p-4">
      <MailQuestion aria-hidden="true" className="mt-0.5 size-5 text-pine" strokeWidth={1.5} />
      <div>
        <p>
          <StrongEmail>{email}</StrongEmail> is waiting to be confirmed. Please open the link we sent there.
          Until then your address stays as it is.
        </p>
        <Button
          variant="text"
          size="small"
          isPending={isPending}
          onPress={() =>
            cancel(undefined, {
              onSuccess: () => toast({ title: 'Your email address stays as it is' }),
              onError: (error) =>
                toast({
                  variant: 'destructive',
                  title: 'Error updating profile',
                  description: messageOf(error, 'Failed to update profile'),
                }),
            })
          }
        >
          Keep my current address
        </Button>
      </div>
    </div>
  );
}
