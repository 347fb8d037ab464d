import { useState } from 'react';
import { fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { questions } from './questions.tsx';

type Errors = Readonly<Record<string, string>>;

const unreachable = 'This did not reach us. Your answers are safe. Please try again.';

/**
 * Carries out requests one at a time. A refusal is shown beside its field, on the screen of its question, or
 * else as `errors.form`.
 */
export function useAttempt(showQuestion: (number: number) => void) {
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setErrors({});
    try {
      await work();
    } catch (error) {
      const fields = fieldsOf(error);
      setErrors(Object.keys(fields).length > 0 ? fields : { form: messageOf(error, unreachable) });
      const question = questions.findIndex((asked) => asked.fields.some((name) => name in fields));
      if (question >= 0) showQuestion(question);
    } finally {
      setBusy(false);
    }
  }

  return { errors, setErrors, isBusy, attempt };
}
