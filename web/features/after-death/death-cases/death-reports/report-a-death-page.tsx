import { useEffect, useState } from 'react';
import type { ReportDeadlines } from '../../../../../shared/after-death/death-reports.ts';
import { CodeScreen } from './code-screen.tsx';
import { Done } from './done.tsx';
import { Intro } from './intro.tsx';
import { LinkedReportPage } from './linked-report.tsx';
import { ProofScreen } from './proof-screen.tsx';
import { QuestionScreen } from './question-screen.tsx';
import { questions } from './questions.tsx';
import { ReportFrame } from './report-frame.tsx';
import { readDeadlines } from './requests.ts';
import { type LinkedReport, type ReportFlow, useReport } from './use-report.ts';

/** For somebody who tells us that a person has died: one question at a time, no account, no marketing. */
export function ReportADeathPage({ token }: { token?: string | undefined }) {
  if (!token) return <Report />;
  return <LinkedReportPage token={token}>{(linked) => <Report linked={linked} />}</LinkedReportPage>;
}

function Report({ linked }: { linked?: LinkedReport | undefined }) {
  const flow = useReport(linked);
  const isUnderWay = flow.step !== 'intro' && flow.step !== 'done';
  return (
    <ReportFrame canStop={isUnderWay}>
      <Screen flow={flow} />
    </ReportFrame>
  );
}

function Screen({ flow }: { flow: ReportFlow }) {
  const deadlines = useDeadlines();
  switch (flow.step) {
    case 'intro':
      return <Intro deadlines={deadlines} flow={flow} />;
    case 'code':
      return <CodeScreen flow={flow} />;
    case 'proof':
      return <ProofScreen flow={flow} />;
    case 'done':
      return <Done flow={flow} />;
    default:
      return <Asked key={flow.step} number={flow.step} flow={flow} />;
  }
}

function Asked({ number, flow }: { number: number; flow: ReportFlow }) {
  const { answers, set, errors, isBusy } = flow;
  const question = questions[number];
  if (!question) return null;
  const isLast = number === questions.length - 1;
  return (
    <QuestionScreen
      title={question.title(answers)}
      lead={question.lead}
      number={number}
      isBusy={isBusy}
      failure={errors['form']}
      note={isLast ? lastNote : earlyNote}
      onNext={() => void flow.next(number)}
      onBack={flow.back}
    >
      <question.Fields answers={answers} set={set} errors={errors} />
    </QuestionScreen>
  );
}

const earlyNote = 'Your answers stay on this device for now. Nobody is told anything.';
const lastNote =
  'When you go on, we keep your answers and send a code to your email. Nobody else is told anything before you send the report.';

/** Undefined while they are loading, and if they cannot be loaded: the page works without the days. */
function useDeadlines(): ReportDeadlines | undefined {
  const [deadlines, setDeadlines] = useState<ReportDeadlines>();
  useEffect(() => {
    const stop = new AbortController();
    readDeadlines(stop.signal).then(setDeadlines, () => undefined);
    return () => stop.abort();
  }, []);
  return deadlines;
}
