import { type ReactNode, useId } from 'react';
import { joinClasses } from './join-classes.ts';

export interface MeterProps {
  label: string;
  value: number;
  max: number;
  /** Replaces the value when the meter is full. */
  fullNote: ReactNode;
}

/** How much of a limit is used, as a bar that is full at 100 %. */
export function Meter({ label, value, max, fullNote }: MeterProps) {
  const labelId = useId();
  const valueText = `${value} of ${max}`;
  const isFull = value >= max;
  const percent = max > 0 ? Math.min(100, (value / max) * 100) : 100;
  return (
    <div>
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-3">
        <span id={labelId}>{label}</span>
        {isFull ? fullNote : <span className="lining-nums tabular-nums">{valueText}</span>}
      </div>
      <meter
        className="sr-only"
        aria-labelledby={labelId}
        aria-valuetext={valueText}
        min={0}
        max={Math.max(1, max)}
        value={value}
      />
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line forced-colors:border">
        <div
          className={joinClasses(
            'h-full rounded-full forced-colors:bg-[Highlight]',
            isFull ? 'bg-rose' : 'bg-pine',
          )}
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
