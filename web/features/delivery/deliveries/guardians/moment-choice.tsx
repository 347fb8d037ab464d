import { useEffect, useRef, useState } from 'react';
import { formatDay } from '../../../../../shared/dates.ts';
import type { AskAgain, GuardianMoment, GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import { describeKinds } from '../../../../../shared/delivery/what-waits.ts';
import { AnswerCard } from '../../../../ui/answer-card.tsx';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/choice-group.tsx';
import { describeAnswer, describeComing, describeTime } from './labels.ts';

interface MomentChoiceProps {
  page: GuardianPage;
  moment: GuardianMoment;
  isPressing: boolean;
  send: (body: object) => void;
}

/** What comes on one day: allow it, or not yet; and afterwards the answer, with a button for the other one. */
export function MomentChoice({ page, moment, isPressing, send }: MomentChoiceProps) {
  const [isAsking, setAsking] = useState(false);
  function letCome() {
    setAsking(false);
    send({ ids: moment.ids, answer: 'come' });
  }
  function keepSealed(askAgain: AskAgain) {
    setAsking(false);
    send({ ids: moment.ids, answer: 'not_yet', askAgain });
  }
  return (
    <section aria-label={`For ${formatDay(moment.comesOn)}`}>
      <p className="text-center text-small text-ink-soft">
        {page.moments.length > 1 && describeKinds(moment.kinds)}
        <b className="block font-serif text-[1.4375rem] font-normal text-ink">{formatDay(moment.comesOn)}</b>
        {describeTime(moment)}
      </p>
      {isAsking ? (
        <WhenAgain {...{ page, moment, isPressing, letCome }} onChoose={keepSealed} />
      ) : moment.answer ? (
        <Answered {...{ page, moment, isPressing, letCome }} onNotYet={() => setAsking(true)} />
      ) : (
        <div className="mt-6 grid gap-5 md:grid-cols-2">
          <AnswerCard title="It can come" text={describeComing(moment, page)}>
            <Button isPending={isPressing} onPress={letCome} className="w-full md:w-auto">
              Let it come
            </Button>
          </AnswerCard>
          <AnswerCard
            title="Not yet"
            text="It stays sealed, and you say when we ask you again. You can let it come on any day before."
          >
            <Button variant="quiet" onPress={() => setAsking(true)} className="w-full md:w-auto">
              Not yet
            </Button>
          </AnswerCard>
        </div>
      )}
    </section>
  );
}

interface AnswerProps extends Omit<MomentChoiceProps, 'send'> {
  letCome: () => void;
}

function Answered({ page, moment, isPressing, letCome, onNotYet }: AnswerProps & { onNotYet: () => void }) {
  const { title, text } = describeAnswer(moment, page);
  return (
    <div className="mt-6 grid justify-items-center gap-2 rounded-card border border-line bg-card p-6.5 text-center">
      <h2 className="text-title">{title}</h2>
      <p className="max-w-[40ch] text-ink-soft">{text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {moment.answer === 'not_yet' ? (
          <>
            <Button variant="text" onPress={onNotYet}>
              Choose another day
            </Button>
            <Button variant="quiet" isPending={isPressing} onPress={letCome}>
              Let it come after all
            </Button>
          </>
        ) : (
          <Button variant="quiet" onPress={onNotYet}>
            Not yet after all
          </Button>
        )}
      </div>
    </div>
  );
}

function WhenAgain({
  page,
  moment,
  isPressing,
  letCome,
  onChoose,
}: AnswerProps & { onChoose: (askAgain: AskAgain) => void }) {
  const { childFirstName, endsOn, untilAge } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone.
  useEffect(() => heading.current?.focus(), []);
  const { three_months: months, next_birthday: birthday } = moment.askAgain;
  const [chosen, setChosen] = useState<AskAgain>(
    birthday ? 'next_birthday' : months ? 'three_months' : 'never',
  );
  const turns = birthday && untilAge - yearsBetween(birthday, endsOn);
  const choices = [
    ...(months
      ? [{ value: 'three_months' as const, label: 'In three months', description: formatDay(months) }]
      : []),
    ...(birthday
      ? [
          {
            value: 'next_birthday' as const,
            label: `On ${childFirstName}’s birthday`,
            description: `${formatDay(birthday)}, turning ${turns}`,
          },
        ]
      : []),
    {
      value: 'never' as const,
      label: 'Do not ask me again',
      description: `It comes to ${childFirstName} on ${formatDay(endsOn)}, at the age of ${untilAge}.`,
    },
  ];
  return (
    <div className="mt-6 rounded-card border border-line bg-card p-6.5">
      <h2 ref={heading} tabIndex={-1} className="text-title outline-none">
        Not yet. When shall we ask you again?
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">Until then it stays sealed.</p>
      <RadioGroup
        label="When we ask you again"
        isLabelHidden
        choices={choices}
        value={chosen}
        onChange={setChosen}
      />
      <div className="mt-5 flex flex-wrap items-center gap-4 max-md:flex-col max-md:items-stretch">
        <Button variant="text" onPress={letCome}>
          Let it come after all
        </Button>
        <Button isPending={isPressing} onPress={() => onChoose(chosen)}>
          Keep it sealed
        </Button>
      </div>
    </div>
  );
}

/** Between two birthdays of the same person. */
function yearsBetween(one: string, other: string): number {
  return Number(other.slice(0, 4)) - Number(one.slice(0, 4));
}
