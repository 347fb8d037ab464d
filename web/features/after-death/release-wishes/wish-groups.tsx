import type { User } from '../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { Setting, SettingList } from '../../../ui/setting.tsx';
import { NoteToContacts } from './note-to-contacts.tsx';
import { Reporting } from './reporting.tsx';
import { SecondEmail } from './second-email.tsx';
import { SheetSection } from './sheet-section.tsx';
import { Substitutes } from './substitutes.tsx';
import { QuietDays, Waiting } from './waiting.tsx';
import { sayAddresses, sayCode, sayQuiet, sayReporters, saySubstitutes, sayWaiting } from './wish-values.ts';

interface GroupProps {
  profile: User;
  wishes: ReleaseWishes;
}

const oneAtATime = 'after-my-death';

export function WhoMayTellUs({ profile, wishes }: GroupProps) {
  const { timezone: timeZone } = profile;
  const { noteToContacts: note } = wishes;
  return (
    <SettingList>
      <Setting name={oneAtATime} title="Who may report your death" value={sayReporters(wishes, timeZone)}>
        <Reporting wishes={wishes} timeZone={timeZone} />
      </Setting>
      <Setting
        name={oneAtATime}
        title="A note to your trusted contacts"
        value={note ? <q className="line-clamp-2 font-serif italic">{note}</q> : 'No note yet.'}
      >
        <NoteToContacts profile={profile} wishes={wishes} />
      </Setting>
      <Setting
        name={oneAtATime}
        title="A sheet for your papers"
        value={sayCode(wishes, timeZone)}
        action="Show"
      >
        <SheetSection />
      </Setting>
    </SettingList>
  );
}

export function HowLongWeWait({ profile, wishes }: GroupProps) {
  return (
    <SettingList>
      <Setting
        name={oneAtATime}
        title="How long we wait for your answer"
        value={sayWaiting(wishes, profile.timezone)}
      >
        <p className="mb-4 max-w-measure text-ink-soft">
          During this time we ask you again and again, and nothing for after your death is given to anybody.
        </p>
        <Waiting wishes={wishes} timeZone={profile.timezone} />
      </Setting>
      <Setting name={oneAtATime} title="A second address" value={sayAddresses(profile, wishes)}>
        <p className="mb-4 max-w-measure text-ink-soft">
          We ask you there too, in case you cannot read the first. Nothing else is sent there, except to
          protect it.
        </p>
        <SecondEmail profile={profile} wishes={wishes} />
      </Setting>
    </SettingList>
  );
}

export function WhatGoesOut({ profile: { timezone: timeZone }, wishes }: GroupProps) {
  return (
    <SettingList>
      <Setting name={oneAtATime} title="Quiet days" value={sayQuiet(wishes, timeZone, Date.now())}>
        <p className="mb-4 max-w-measure text-ink-soft">
          So that a video for a birthday does not arrive on the day of the funeral, dated deliveries can wait
          for some days.
        </p>
        <QuietDays wishes={wishes} timeZone={timeZone} />
      </Setting>
      <Setting name={oneAtATime} title="If somebody has died before you" value={saySubstitutes(wishes)}>
        <Substitutes wishes={wishes} />
      </Setting>
    </SettingList>
  );
}
