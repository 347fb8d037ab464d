import type { AliveStanding } from '../../../../../shared/after-death/alive.ts';
import { formatDate, formatDateTime } from '../../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { Button } from '../../../../ui/button.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';

export type Unanswered = AliveStanding & { state: 'waiting' | 'window' | 'looking' | 'released' };

interface QuestionProps {
  standing: Unanswered;
  isPressing: boolean;
  refusal: string | undefined;
  onPress: () => void;
}

export function Question({ standing, isPressing, refusal, onPress }: QuestionProps) {
  const { firstName } = standing;
  const { whatHappened, whatFollows } = wordsOf(standing);
  return (
    <LinkPage title={`${firstName}, are you there?`}>
      <p className="text-lead">{whatHappened}</p>
      <p>{whatFollows}</p>
      <Button size="large" className="my-3 justify-self-start" isPending={isPressing} onPress={onPress}>
        I am alive
      </Button>
      {refusal && (
        <p role="alert" className="font-medium text-rose">
          {refusal}
        </p>
      )}
      <p className="text-ink-soft">If you are not {firstName}, please leave this page as it is.</p>
    </LinkPage>
  );
}

function wordsOf({ state, reportedAt, endsAt }: Unanswered): { whatHappened: string; whatFollows: string } {
  const told = `On ${formatDate(reportedAt, deviceTimeZone())} somebody told us that you have died`;
  const sorry = 'If you are reading this, it is a mistake, and we are sorry to disturb you with it.';
  switch (state) {
    case 'waiting':
      return {
        whatHappened: `${told}. ${sorry}`,
        whatFollows:
          'Press the button, and nothing that you keep with us is given to anybody because of this report. You need not sign in.',
      };
    case 'window': {
      const until = endsAt ? ` after ${formatDateTime(endsAt, deviceTimeZone())}` : '';
      return {
        whatHappened: `${told}, and sent us a proof that looked right. ${sorry}`,
        whatFollows: `Nothing has been given to anybody yet. If we hear nothing, what you left for after your death goes out${until}. Press the button, and it stops at once. You need not sign in.`,
      };
    }
    case 'looking':
      return {
        whatHappened: `${told}. Since then it has been stopped, and one of us is looking into it. Nothing has been given to anybody.`,
        whatFollows:
          'Press the button, and we have it from you: that counts more than what anybody else says. You need not sign in.',
      };
    case 'released':
      return {
        whatHappened: `${told}, and we believed it. Your account is closed, and what you left for after your death is going out. If you are reading this, that is our mistake, and we are sorry.`,
        whatFollows:
          'Press the button, and our staff are told at once: they can stop what has not gone out, and open your account again. You need not sign in.',
      };
  }
}
