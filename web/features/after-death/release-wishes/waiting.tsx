import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { Select } from '../../../ui/select.tsx';
import { useChoice } from './use-choice.ts';
import {
  describeDelay,
  describeQuiet,
  describeWaiting,
  quietOptions,
  usualWait,
  waitingOptions,
} from './wishes.ts';

interface WaitingProps {
  wishes: ReleaseWishes;
  timeZone: string;
}

export function Waiting({ wishes, timeZone }: WaitingProps) {
  const { shown, choose } = useChoice(wishes);
  const delay = describeDelay(wishes, 'objectionDays', timeZone);
  return (
    <div className="grid gap-2">
      <Select
        label="We wait for"
        className="max-w-100"
        options={waitingOptions(wishes)}
        value={shown.objectionDays === null ? usualWait : String(shown.objectionDays)}
        onChange={(value) => void choose({ objectionDays: value === usualWait ? null : Number(value) })}
      />
      <p className="max-w-measure text-ink-soft">{describeWaiting(wishes, timeZone, Date.now())}</p>
      {delay && <p className="max-w-measure text-gold">{delay}</p>}
    </div>
  );
}

export function QuietDays({ wishes, timeZone }: WaitingProps) {
  const { shown, choose } = useChoice(wishes);
  return (
    <div className="grid gap-2">
      <Select
        label="Dated deliveries wait for"
        className="max-w-100"
        options={quietOptions}
        value={String(shown.quietDays)}
        onChange={(value) => void choose({ quietDays: Number(value) })}
      />
      <p className="max-w-measure text-ink-soft">{describeQuiet(wishes, timeZone, Date.now())}</p>
    </div>
  );
}
