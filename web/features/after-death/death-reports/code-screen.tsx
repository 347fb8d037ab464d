import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { QuestionScreen } from './question-screen.tsx';
import { questions } from './questions.tsx';
import type { ReportFlow } from './use-report.ts';

/** The code that was sent to the reporter's e-mail. */
export function CodeScreen({ flow }: { flow: ReportFlow }) {
  const { errors, isBusy, report } = flow;
  const [code, setCode] = useState('');
  const [isSentAgain, setSentAgain] = useState(false);
  function sendAnother() {
    setCode('');
    setSentAgain(true);
    flow.sendAnother();
  }

  return (
    <QuestionScreen
      title="Please check your e-mail"
      lead={`We have sent ${isSentAgain ? 'another' : 'a'} six-digit code to ${report?.reporterEmail ?? 'you'}.`}
      number={questions.length}
      isBusy={isBusy}
      failure={errors['form']}
      note={
        <>
          <p>Nothing there after a few minutes? Check your spam folder first.</p>
          <Button variant="text" className="mt-1 -ml-1" isDisabled={isBusy} onPress={sendAnother}>
            Send another code
          </Button>
        </>
      }
      onNext={() => flow.confirm(code)}
      onBack={flow.back}
    >
      <TextField
        label="Six-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="max-w-60"
        inputClassName="py-3 text-center text-title tracking-[0.4em] lining-nums tabular-nums"
        value={code}
        onChange={(typed) => setCode(typed.replaceAll(/\D/g, '').slice(0, 6))}
        error={errors['code']}
      />
    </QuestionScreen>
  );
}
