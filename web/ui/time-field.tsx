import { parseTime } from '@internationalized/date';
import { useRef } from 'react';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { Label } from 'react-aria-components/Label';
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField';

/** A time of day as HH:mm (24 hours); the empty string while incomplete. */
export interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The id of the text that says why the time is not possible. It is shown elsewhere, because this field is narrow. */
  errorId?: string | undefined;
}

/** Uses 24 hours, like all times on our pages; the browser's own field follows the device instead. */
export function TimeField({ label, value, onChange, errorId }: TimeFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  /** React Aria keeps the last complete time while one part is missing. */
  const isIncomplete = () => field.current?.querySelector('[data-placeholder]') != null;
  return (
    <AriaTimeField
      ref={field}
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? '')}
      onBlur={() => isIncomplete() && onChange('')}
      hourCycle={24}
      shouldForceLeadingZeros
      isInvalid={errorId !== undefined}
      {...(errorId !== undefined && { 'aria-describedby': errorId })}
      className="grid content-start gap-1.5"
    >
      {/* The group is labelled by it; read on its own as well, it would be said twice. */}
      <Label aria-hidden="true" className="block font-medium">
        {label}
      </Label>
      <DateInput className="control flex items-center tabular-nums lining-nums data-focus-within:border-pine data-focus-within:outline-2 data-focus-within:-outline-offset-1 data-focus-within:outline-pine data-invalid:border-rose data-invalid:outline-rose">
        {(segment) => (
          <DateSegment
            segment={segment}
            className="rounded-small px-0.5 outline-none data-focused:bg-pine data-focused:text-on-pine data-placeholder:text-ink-soft"
          />
        )}
      </DateInput>
    </AriaTimeField>
  );
}
