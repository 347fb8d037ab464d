import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Settings that belong together, one below the other. */
export function SettingList({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line overflow-clip rounded-choice border border-line">{children}</div>
  );
}

interface SettingProps {
  title: string;
  /** Its current value, in a sentence. */
  value: ReactNode;
  /** Of the settings with the same name, only one is open at a time. */
  name?: string | undefined;
  /** What opening it is for. */
  action?: 'Change' | 'Show' | undefined;
  children: ReactNode;
}

/** A setting as a sentence, which opens to be changed or read in full. Unfinished changes are kept when it is closed. */
export function Setting({ title, value, name, action = 'Change', children }: SettingProps) {
  return (
    <details name={name} className="group open:bg-gold-wash/40">
      <summary className="grid cursor-pointer list-none items-center gap-x-6 gap-y-0.5 px-4 pt-3.5 pb-1.5 md:grid-cols-[minmax(0,1fr)_auto] md:px-5 md:pb-3.5 large-text:grid-cols-1 [&::-webkit-details-marker]:hidden">
        <SettingText title={title} value={value} />
        <span className="inline-flex min-h-11 items-center gap-1.5 font-medium text-pine">
          <span className="underline decoration-1 underline-offset-5 group-open:hidden">{action}</span>
          <span className="hidden underline decoration-1 underline-offset-5 group-open:inline">Close</span>
          <ChevronDown
            aria-hidden="true"
            className="size-4.5 transition-transform max-md:hidden group-open:rotate-180"
            strokeWidth={1.75}
          />
        </span>
      </summary>
      <div className="px-4 pt-1 pb-5 md:px-5">{children}</div>
    </details>
  );
}

type OpenSettingProps = Pick<SettingProps, 'title'> & Partial<Pick<SettingProps, 'value' | 'children'>>;

/** A setting with its own controls beside or below it. */
export function OpenSetting({ title, value, children }: OpenSettingProps) {
  return (
    <div className="grid gap-3 px-4 py-3.5 md:px-5">
      <SettingText title={title} value={value} />
      {children}
    </div>
  );
}

function SettingText({ title, value }: Omit<OpenSettingProps, 'children'>) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="block text-small text-ink-soft">{title}</span>
      {value && <span className="block leading-normal lining-nums">{value}</span>}
    </span>
  );
}
