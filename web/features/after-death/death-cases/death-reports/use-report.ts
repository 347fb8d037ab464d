import { useState } from 'react';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { type Answers, answersOf } from './answers.ts';
import { localToday, questions } from './questions.tsx';
import {
  beginReport,
  changeReport,
  confirmEmail,
  readReport,
  sendAnotherCode,
  submitReport,
} from './requests.ts';
import { useAttempt } from './use-attempt.ts';
import { useSavedReport } from './use-saved-report.ts';
import { useStepHistory } from './use-step-history.ts';

/** The reporter's current step. A question is a number, from 0. */
type Step = 'intro' | number | 'code' | 'proof' | 'done';

export interface LinkedReport {
  token: string;
  report: DeathReport;
}

export type ReportFlow = ReturnType<typeof useReport>;

/** The report about one person, on this device and on the server, and the current step. */
export function useReport(linked: LinkedReport | undefined) {
  const { kept, hasBegun, change, forget } = useSavedReport(
    linked && { ...linked, answers: answersOf(linked.report) },
  );
  const [report, setReport] = useState(linked?.report);
  const { step, go, end } = useStepHistory<Step>(linked ? stepOf(linked.report) : 'intro');
  const { errors, setErrors, isBusy, attempt } = useAttempt(go);
  const { answers, token = '' } = kept;

  function show(next: DeathReport) {
    setReport(next);
    go(stepOf(next));
  }

  async function save() {
    if (token) {
      show(await changeReport(token, answers));
      return;
    }
    const begun = await beginReport(answers);
    change({ answers, token: begun.token });
    show(begun.report);
  }

  async function goOn() {
    if (!token) {
      go(hasBegun ? firstOpen(answers) : 0);
      return;
    }
    try {
      show(await readReport(token));
    } catch (error) {
      // Reports that were begun and not sent are erased after some days.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      change({ answers });
      go(firstOpen(answers));
    }
  }

  async function next(number: number) {
    const wrong = questions[number]?.check(answers, localToday()) ?? {};
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (number + 1 < questions.length) go(number + 1);
    else await attempt(save);
  }

  async function submit(prepare: () => Promise<unknown>) {
    await prepare();
    setReport(await submitReport(token));
    end('done');
    forget({ answers });
  }

  return {
    ...{ answers, hasBegun, token, report, step, errors, isBusy, next },
    set: (changed: Partial<Answers>) => change({ ...kept, answers: { ...answers, ...changed } }),
    begin: () => void attempt(goOn),
    startOver: () => {
      forget();
      go(0);
    },
    back: () => {
      setErrors({});
      go(stepBefore(step));
    },
    confirm: (code: string) => void attempt(async () => show(await confirmEmail(token, code))),
    sendAnother: () => void attempt(() => sendAnotherCode(token)),
    submit: (prepare: () => Promise<unknown>) => void attempt(() => submit(prepare)),
  };
}

function stepOf({ state, emailConfirmed }: DeathReport): Step {
  if (state === 'draft') return emailConfirmed ? 'proof' : 'code';
  return state === 'awaiting_proof' ? 'proof' : 'done';
}

function stepBefore(step: Step): Step {
  if (typeof step !== 'number') return questions.length - 1;
  return step === 0 ? 'intro' : step - 1;
}

function firstOpen(answers: Answers): number {
  const open = questions.findIndex(({ check }) => Object.keys(check(answers, localToday())).length > 0);
  return open < 0 ? questions.length - 1 : open;
}
