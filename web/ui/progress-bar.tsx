import { type ReactNode, useId } from 'react';

export interface ProgressBarProps {
  label: string;
  /** 0 to 100; omitted while unknown. */
  percent?: number | undefined;
  /** Shown below the bar, for instance sizes. */
  note?: ReactNode;
  cancel?: ReactNode;
}

export function ProgressBar({ label, percent, note, cancel }: ProgressBarProps) {
  const labelId = useId();
  const whole = percent === undefined ? undefined : Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div className="grid gap-1.5">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <span id={labelId} className="font-medium">
          {label}
        </span>
        <span className="flex items-center gap-4">
          {whole !== undefined && <span className="lining-nums tabular-nums">{whole}%</span>}
          {cancel}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole}
        className="h-1.5 overflow-hidden rounded-full bg-line forced-colors:border"
      >
        <div
          className={
            whole === undefined
              ? 'h-full w-full animate-breathe bg-thread'
              : 'h-full rounded-full bg-pine transition-[width] forced-colors:bg-[Highlight]'
          }
          style={whole === undefined ? undefined : { width: `${whole}%` }}
        />
      </div>
      {note && <div className="text-small text-ink-soft">{note}</div>}
    </div>
  );
}
