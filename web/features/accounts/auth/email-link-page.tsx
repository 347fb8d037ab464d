import { useState } from 'react';
import type { z } from 'zod';
import type { ConfirmedEmail } from '../../../../shared/accounts/passwords.ts';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { Button } from '../../../ui/button.tsx';
import { StrongEmail } from '../../../ui/email-text.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAuthForm } from './auth-form.ts';
import { AuthScreen, Outcome } from './auth-screen.tsx';
import type { EmailLink } from './email-links.tsx';

type State = { kind: 'asking' } | { kind: 'done'; email: string } | { kind: 'stale'; message: string };

/** Acts only when the button is pressed, because mail programs open links to scan them. */
export function EmailLinkPage({ token, link }: { token: string; link: EmailLink }) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  if (state.kind === 'asking') {
    return (
      <AuthScreen title={link.title}>
        <Question token={token} link={link} onAnswer={setState} />
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
          <StrongEmail>{state.email}</StrongEmail> {link.done}
        </p>
      </Outcome>
    </AuthScreen>
  );
}

interface QuestionProps {
  token: string;
  link: EmailLink;
  onAnswer: (state: State) => void;
}

function Question({ token, link, onAnswer }: QuestionProps) {
  const { password } = link;
  const form = useAuthForm({
    initial: { password: '' },
    validate: async (values) =>
      password && !values.password ? { password: 'Please enter your password' } : {},
    onValid: follow,
  });

  async function follow(values: { password: string }) {
    const body = password ? { token, password: values.password } : { token };
    try {
      const answer = await write<z.input<typeof ConfirmedEmail>>('POST', link.path, body, {
        anonymous: true,
      });
      link.onDone?.();
      onAnswer({ kind: 'done', email: answer.email });
    } catch (error) {
      const message = messageOf(error, 'Please try again.');
      const isFinal = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (isFinal) return onAnswer({ kind: 'stale', message });
      form.showErrors(fieldsOf(error));
      toast({ variant: 'destructive', title: 'That did not work', description: message });
    }
  }

  return (
    <form noValidate className="grid gap-6" onSubmit={form.submit}>
      <p>{link.question}</p>
      {password && (
        <PasswordField
          label={password.label}
          description={password.help}
          autoComplete="current-password"
          isRequired
          {...form.field('password')}
        />
      )}
      <Button type="submit" isPending={form.isSubmitting} className="justify-self-start">
        {link.action}
      </Button>
    </form>
  );
}
