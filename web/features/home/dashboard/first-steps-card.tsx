import { Check } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Link } from '../../../ui/link.tsx';
import { Thread } from '../../../ui/thread.tsx';
import { countDone, type FirstStep } from './first-steps.ts';

interface FirstStepsCardProps {
  steps: readonly FirstStep[];
  onHide: () => void;
}

/** A guide for new accounts: what is done and what comes next. */
export function FirstStepsCard({ steps, onHide }: FirstStepsCardProps) {
  return (
    <Card as="section" aria-labelledby="first-steps" className="relative mb-10">
      <div className="mb-6 md:pr-32">
        <h2 id="first-steps" className="text-title">
          Five first steps
        </h2>
        <p className="text-ink-soft">
          Then something of yours reaches someone.{' '}
          <span className="whitespace-nowrap lining-nums">
            {countDone(steps)} of {steps.length} done.
          </span>
        </p>
      </div>
      <StepList steps={steps} />
      <Button
        variant="text"
        size="small"
        className="max-md:mt-4 md:absolute md:top-4 md:right-6"
        onPress={onHide}
      >
        Hide for now
      </Button>
    </Card>
  );
}

function StepList({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find((step) => !step.isDone);
  return (
    <ol className="grid gap-x-8 gap-y-3 md:gap-y-6 lg:grid-cols-5">
      {steps.map((step, index) => (
        <li key={step.title} className="relative flex gap-4 lg:flex-col lg:gap-3">
          {index < steps.length - 1 && <ThreadToNext isFaint={!step.isDone} />}
          <StepMark number={index + 1} isDone={step.isDone} isNext={step === next} />
          <StepText step={step} isNext={step === next} />
        </li>
      ))}
    </ol>
  );
}

/** Runs down on narrow screens and across on wide ones; faint while the step is not done. */
function ThreadToNext({ isFaint }: { isFaint: boolean }) {
  return (
    <>
      <Thread
        path="M4 0 C 9 30, -1 70, 4 100"
        viewBox="0 0 8 100"
        drawn="down"
        isStretched
        isFaint={isFaint}
        className="absolute top-9 left-3.5 h-[calc(100%-0.75rem)] w-2 lg:hidden"
      />
      <Thread
        path="M0 4 C 30 9, 70 -1, 100 4"
        viewBox="0 0 100 8"
        isStretched
        isFaint={isFaint}
        className="absolute top-3.5 left-9 h-2 w-[calc(100%-0.25rem)] max-lg:hidden"
      />
    </>
  );
}

function StepMark({ number, isDone, isNext }: { number: number; isDone: boolean; isNext: boolean }) {
  const look = isDone
    ? 'border-sage bg-sage-wash text-sage'
    : joinClasses('border-thread', isNext ? 'bg-gold-wash text-gold' : 'bg-card text-ink-soft');
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'grid size-9 flex-none place-items-center rounded-full border-[1.5px] font-serif text-base leading-none lining-nums',
        look,
      )}
    >
      {isDone ? <Check className="size-5" strokeWidth={1.75} /> : number}
    </span>
  );
}

/** On a phone only the next step is explained, so that the guide leaves room for the rest of the page. */
function StepText({ step: { title, text, href, isDone }, isNext }: { step: FirstStep; isNext: boolean }) {
  if (isDone) {
    return (
      <p className="font-serif text-[1.25rem] leading-9 text-ink-soft lg:leading-tight">
        <span className="sr-only">Done: </span>
        {title}
      </p>
    );
  }
  return (
    <div className="-mt-1 min-w-0 lg:-mt-2.5">
      <Link
        href={href}
        className="inline-flex min-h-11 items-center py-2.5 font-serif text-[1.25rem] leading-tight font-normal"
      >
        {title}
      </Link>
      <p className={joinClasses('text-small text-ink-soft', !isNext && 'max-md:hidden')}>{text}</p>
    </div>
  );
}
