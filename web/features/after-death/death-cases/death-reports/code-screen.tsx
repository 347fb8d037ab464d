import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { CodeField, codeInAddress } from '../../../../ui/code-field.tsx';
import { QuestionScreen } from './question-screen.tsx';
import { questions } from './questions.tsx';
import type { ReportFlow } from './use-report.ts';

/** Asks for the code that was sent to the reporter's address. The link in that mail fills it in: one press confirms it. */
export function CodeScreen({ flow }: { flow: ReportFlow }) {
  const { errors, isBusy, report } = flow;
  const [brought] = useState(() => codeInAddress(window.location.hash));
  const [code, setCode] = useState(brought);
  const [isSentAgain, setSentAgain] = useState(false);
  const isFilledIn = brought.length === 6 && code === brought;
  function sendAnother() {
    setCode('');
    setSentAgain(true);
    flow.sendAnother();
  }

  return (
    <QuestionScreen
      title={isFilledIn ? 'Please confirm your address' : 'Please check your email'}
      lead={
        isFilledIn
          ? 'The code from our email is filled in. One press confirms that the address is yours.'
          : `We have sent ${isSentAgain ? 'another' : 'a'} six-digit code to ${report?.reporterEmail ?? 'you'}.`
      }
      action={isFilledIn ? 'Confirm' : undefined}
      number={questions.length}
      isBusy={isBusy}
      failure={errors['form']}
      note={
        <>
          <p>
            {isFilledIn
              ? 'A code works for ten minutes.'
              : 'Nothing there after a few minutes? Check your spam folder first.'}
          </p>
          <Button variant="text" className="mt-1" isDisabled={isBusy} onPress={sendAnother}>
            Send another code
          </Button>
        </>
      }
      onNext={() => flow.confirm(code)}
      onBack={flow.back}
    >
      <CodeField isLarge className="max-w-60" value={code} error={errors['code']} onChange={setCode} />
    </QuestionScreen>
  );
}
