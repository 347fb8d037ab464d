import { CircleAlert, CircleCheck, CircleSlash, Hand } from 'lucide-react';
import type {
  LifeChangeAct,
  LifeChangeState,
  StaffLifeChange,
} from '../../../../shared/after-death/staff-life-changes.ts';
import { formatDay } from '../../../../shared/dates.ts';
import type { StateLabel } from '../../console/row-buttons.tsx';

type Kind = StaffLifeChange['kind'];

export const stateLabels: Record<LifeChangeState, StateLabel> = {
  open: { label: 'To be answered', tone: 'gold', icon: CircleAlert },
  answered: { label: 'Answered, still held', tone: 'pine', icon: Hand },
  confirmed: { label: 'Death confirmed', tone: 'neutral', icon: CircleCheck },
  ended: { label: 'Ended', tone: 'neutral', icon: CircleSlash },
};

export const kindLabels: Record<Kind, string> = {
  moved: 'has moved',
  new_name: 'has a new name',
  minor: 'is a minor',
  pause: 'should wait for now',
  died: 'has died',
  hold: 'should be held',
};

export const endedByLabels: Record<NonNullable<StaffLifeChange['endedBy']>, string> = {
  contact: 'a trusted contact',
  staff: 'one of us',
  system: 'the release, which was revoked',
};

/** Corrections are made at once and were never on hold. */
export function stateOf({ kind, state }: StaffLifeChange) {
  const isCorrection = kind === 'moved' || kind === 'new_name';
  return isCorrection ? { ...stateLabels.ended, label: 'Corrected' } : stateLabels[state];
}

interface ActLabels {
  button: string;
  title: string;
  what: string;
  done: string;
}

export function actLabels(act: LifeChangeAct, change: StaffLifeChange): ActLabels {
  const { person, kind, others, waiting, substitute, guardian, birthday } = change;
  const { name } = person;
  switch (act) {
    case 'answer':
      return {
        button: 'Answer, and keep holding',
        title: 'Answer the contact',
        what: `Everything for ${name} keeps waiting. The contact gets your words by email.`,
        done: 'The contact is answered',
      };
    case 'end':
      return {
        button: kind === 'died' ? 'Not so: end the hold' : 'End the hold',
        title: kind === 'died' ? `${name} is alive` : 'End the hold',
        what:
          others.length > 0
            ? `${name} stays held, since this goes on: ${others.map((each) => `“${kindLabels[each]}”`).join(', ')}.`
            : `${waitingWords(waiting)} at once, and whatever is still to come goes on its day.`,
        done: 'The hold has ended',
      };
    case 'name-guardian':
      return {
        button: `Let ${guardian?.name} have a say`,
        title: `${guardian?.name} as guardian`,
        what: `${guardian?.isContact ? `That is the contact. Please be sure that ${guardian.name} looks after ${name}. ` : ''}${guardian?.name} is asked before something comes to ${name}, born on ${birthday ? formatDay(birthday.day) : ''}, may put it off until ${name} is 18, and never sees it. The hold ends with that.`,
        done: 'The guardian has a say',
      };
    case 'confirm-death':
      return {
        button: 'Confirm the death',
        title: `Confirm that ${name} has died`,
        what: `What ${name} is still to receive goes to ${substitute ? `${substitute.name}, as the owner chose: at once where it has begun, else on its day` : 'nobody, since the owner named no substitute'}. What they have received stays. This cannot be undone.`,
        done: 'The death is confirmed',
      };
  }
}

function waitingWords(count: number): string {
  if (count === 0) return 'Nothing waits now. What has begun goes out';
  return count === 1 ? 'One delivery goes out' : `${count} deliveries go out`;
}
