import { useState } from 'react';
import { formatDay } from '../../../../../shared/dates.ts';
import type { LaterDelivery } from '../../../../../shared/delivery/hand-over.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { LaterText } from './later-text.tsx';
import { useHandOver } from './queries.ts';

interface ChooseLaterProps {
  lastDay: string;
  later: readonly LaterDelivery[];
}

/** Initially, items with a day are chosen, and those that wait for a death are not. */
export function ChooseLater({ lastDay, later }: ChooseLaterProps) {
  const [chosen, setChosen] = useState(() => idsOf(later.filter(({ plannedFor }) => plannedFor !== null)));
  const { mutate, isPending } = useHandOver();
  const isBeforeDeath = later.some(
    ({ scheduleId, plannedFor }) => plannedFor === null && chosen.includes(scheduleId),
  );

  function choose(id: string, isChosen: boolean) {
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  }

  return (
    <section aria-labelledby="later">
      <h2 id="later" className="text-title">
        Shall it be delivered on the last day?
      </h2>
      <p className="mt-2 max-w-measure">
        After {formatDay(lastDay)} we can deliver nothing more. What you choose here goes out on that day,
        earlier than you had planned. What you do not choose goes to nobody: it stays yours, and is in your
        export.
      </p>
      <Card className="mt-4">
        <div className="grid gap-4">
          {later.map((each) => (
            <Checkbox
              key={each.scheduleId}
              label={<LaterText later={each} />}
              value={chosen.includes(each.scheduleId)}
              onChange={(isChosen) => choose(each.scheduleId, isChosen)}
            />
          ))}
        </div>
        {isBeforeDeath && (
          <p className="mt-5 text-ink-soft">
            What was meant for after your death will be read while you are here.
          </p>
        )}
        <Button
          className="mt-6 max-md:w-full"
          isDisabled={chosen.length === 0}
          isPending={isPending}
          onPress={() => mutate({ scheduleIds: chosen })}
        >
          Deliver on the last day
        </Button>
      </Card>
    </section>
  );
}

function idsOf(later: readonly LaterDelivery[]): string[] {
  return later.map(({ scheduleId }) => scheduleId);
}
