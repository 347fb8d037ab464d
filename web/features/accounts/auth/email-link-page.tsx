import { useState } from 'react';
import type { z } from 'zod';
import type { ConfirmedEmail } from '../../../../shared/accounts/email-addresses.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { AuthScreen, Outcome } from './auth-screen.tsx';
import type { EmailLink } from './email-links.tsx';

type State = { kind: 'asking' } | { kind: 'done'; email: string } | { kind: 'stale'; message: string };

/** Acts only when the button is pressed, because mail programs open links to scan them. */
export function EmailLinkPage({ token, link }: { token: string; link: EmailLink }) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const [isPending, setPending] = useState(false);

  async function follow() {
    setPending(true);
    try {
      const body = { token };
      const answer = await write<z.input<typeof ConfirmedEmail>>('POST', link.path, body, {
        anonymous: true,
      });
      link.onDone?.();
      setState({ kind: 'done', email: answer.email });
    } catch (error) {
      const message = messageOf(error, 'Please try again.');
      const isFinal = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (isFinal) setState({ kind: 'stale', message });
      else toast({ variant: 'destructive', title: 'That did not work', description: message });
      setPending(false);
    }
  }

  if (state.kind === 'asking') {
    return (
      <AuthScreen title={link.title}>
        <div className="grid gap-6">
          <p>{link.question}</p>
          <Button isPending={isPending} className="justify-self-start" onPress={() => void follow()}>
            {link.action}
          </Button>
        </div>
      </AuthScreen>
    );
  }
  if (state.kind === 'stale') {
    return (
      <AuthScreen title="This link no longer works">
        <Outcome next={link.afterStale}>
          <p>{state.message}</p>
          <p className="text-ink-soft">Nothing was changed.</p>
        </Outcome>
      </AuthScreen>
    );
  }
  return (
    <AuthScreen title={link.doneTitle}>
      <Outcome next={link.afterDone}>
        <p>
          <strong className="font-semibold wrap-anywhere">{state.email}</strong> {link.done}
        </p>
      </Outcome>
    </AuthScreen>
  );
}
