import { createContext, type ReactNode, use, useId } from 'react';

/** Heading level of a section: h2 on the page, h3 in the dialog. */
export const SectionLevel = createContext<2 | 3>(2);

interface SettingsSectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const id = useId();
  const Heading = `h${use(SectionLevel)}` as const;
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line py-7 first:border-t-0 first:pt-1 last:pb-2"
    >
      <div>
        <Heading id={id} className="text-title">
          {title}
        </Heading>
        {lead && <p className="mt-1 max-w-measure text-ink-soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** Whether the owner wants to move to this time zone, knowing the consequences. */
export type ConfirmTimeZone = (timeZone: string) => Promise<boolean>;
