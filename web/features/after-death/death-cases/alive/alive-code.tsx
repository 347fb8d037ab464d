import { type FormEvent, useState } from 'react';
import type { AliveStanding } from '../../../../../shared/after-death/alive.ts';
import type { StoppingCodeAnswer } from '../../../../../shared/after-death/release-wishes.ts';
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts';
import { write } from '../../../../lib/api/request.ts';
import { goToFault } from '../../../../lib/faults.ts';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { NothingReported, SettledAnswer } from './alive-answer.tsx';
import type { Settled } from './too-late.tsx';

/** Somebody who has entered a code has answered. */
type CodeAnswer = Exclude<StoppingCodeAnswer, AliveStanding> | Settled;

/** For people who have neither the message nor the password at hand, but have the printed sheet. */
export function AliveCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<CodeAnswer>();
  if (answer?.state === 'no_report') return <NothingReported firstName={answer.firstName} />;
  if (answer) return <SettledAnswer hasPressed standing={answer} />;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const refusal = refusalOf(code);
    setError(refusal);
    if (refusal) {
      goToFault(event.currentTarget.querySelector('input'));
      return;
    }
    setSending(true);
    try {
      setAnswer(await write<CodeAnswer>('POST', '/api/alive', { code }, { anonymous: true }));
    } catch (failure) {
      setError(describeFailure(failure));
    } finally {
      setSending(false);
    }
  }

  return (
    <LinkPage title="Are you there?">
      <p className="text-lead">
        If somebody has told us that you have died, and it is a mistake, enter the code of your printed sheet.
        Then nothing that you keep with us is given to anybody because of that report.
      </p>
      <form noValidate className="my-3 grid gap-5" onSubmit={(event) => void send(event)}>
        <TextField
          label="The code of your sheet"
          description="Capital or small letters, with or without the dashes."
          autoComplete="off"
          spellCheck={false}
          className="max-w-100"
          inputClassName="py-3 font-mono text-title tracking-wider uppercase lining-nums"
          value={code}
          error={error}
          onChange={setCode}
        />
        <Button type="submit" size="large" className="justify-self-start" isPending={isSending}>
          I am alive
        </Button>
      </form>
      <p className="text-ink-soft">
        No sheet at hand? <Link href="/auth">Sign in to your account</Link>, which does the same, or write to{' '}
        <SupportLink />.
      </p>
    </LinkPage>
  );
}

const codeCharacters = 16;

/** Checked here, so that an omitted letter does not use up a try. */
function refusalOf(code: string): string | undefined {
  const count = code.replaceAll(/[^\da-z]/gi, '').length;
  if (count === codeCharacters) return undefined;
  if (count === 0) return 'Please enter the code of your sheet';
  return `The code has ${codeCharacters} letters and digits, and here ${count === 1 ? 'is 1' : `are ${count}`}. Please check it.`;
}

function describeFailure(failure: unknown): string {
  if (failure instanceof ApiError && failure.status === 404)
    return 'We do not know this code. Please compare it with your sheet, letter by letter. A code works once, and a newer sheet takes the place of an older one.';
  return messageOf(failure, 'That did not work. Please check your connection and try again.');
}
