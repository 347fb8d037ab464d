import { type FormEvent, useState } from 'react';
import { formatDay } from '../../../../../shared/dates.ts';
import type { SaidOnPage } from '../../../../../shared/delivery/received-acts.ts';
import { reminderMaxDays } from '../../../../../shared/delivery/received-limits.ts';
import { Button } from '../../../../ui/button.tsx';
import { DateField } from '../../../../ui/text-field.tsx';
import type { PageLink } from '../page/page-link.ts';
import { inAMonth, inDays, reminderHint } from './act-labels.ts';
import { ActRow, Done, Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

interface RemindRowProps {
  page: PageLink;
  said: SaidOnPage;
}

/** A reminder comes only on request, and only once. */
export function RemindRow({ page, said: { remindOn, remindBy } }: RemindRowProps) {
  const now = new Date();
  const [day, setDay] = useState(() => inAMonth(now));
  const { act, isBusy, failure, fields } = useAct(page);
  const isText = remindBy === 'text';

  function submit(event: FormEvent) {
    event.preventDefault();
    void act('POST', '/remind', { on: day });
  }

  return (
    <ActRow
      title={remindOn ? 'A reminder' : 'Remind me in a month'}
      hint={reminderHint(inAMonth(now), remindBy)}
      done={
        remindOn && (
          <>
            <Done>
              {isText ? 'We send you a text message' : 'We write to you'} on {formatDay(remindOn)}.
            </Done>
            <p className="mt-1 text-small text-ink-soft">
              One {isText ? 'message' : 'email'}, with this page’s address in it. After that we leave it to
              you.
            </p>
            <Button
              variant="text"
              isPending={isBusy}
              pendingLabel="Undoing"
              onPress={() => void act('DELETE', '/remind')}
            >
              Do not remind me
            </Button>
            <Failure>{failure}</Failure>
          </>
        )
      }
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <DateField
          label="On this day, or another"
          className="max-w-60"
          min={inDays(now, 1)}
          max={inDays(now, reminderMaxDays)}
          value={day}
          error={fields['on']}
          onChange={setDay}
        />
        <Button
          type="submit"
          variant="quiet"
          className="justify-self-start"
          isDisabled={day === ''}
          isPending={isBusy}
        >
          {day === '' ? 'Remind me' : `Remind me on ${formatDay(day)}`}
        </Button>
        <Failure>{failure}</Failure>
      </form>
    </ActRow>
  );
}
