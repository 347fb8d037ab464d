import { legacyQuestions } from '../../../shared/questions.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { percentAnswered } from './journal-rules.ts';

const total = legacyQuestions.length;

export function Progress({ answeredCount }: { answeredCount: number }) {
  return (
    <ProgressBar
      label={`${answeredCount} of ${total} answered`}
      percent={percentAnswered(answeredCount)}
      note={answeredCount === total && 'Every question has its answer. You can still change each of them.'}
    />
  );
}
