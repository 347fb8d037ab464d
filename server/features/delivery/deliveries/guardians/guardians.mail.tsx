/** Mails to guardians. They name kinds and days, never a title or any of the content. */
import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

const frame = {
  dear: '{guardianName}',
  action: { label: 'See what waits', isPrimary: true },
  footer:
    'Long After keeps words and memories for {ownerName}. You get this message because {ownerName} asked that you have a say in what comes to {childName}. There is nothing to pay.',
} as const;

const choice = [
  '**If it can come, you need do nothing.** If it is too early, you can say “not yet”: it then stays sealed until you let it come, or until {childName} turns {untilAge}.',
  '> Only {childName} can open it, and nobody tells {childName} what you say.',
] as const;

/** Sent while the owner is alive. `what` is, for example, "a letter"; `day` is when it comes. */
export const guardianAskedMail = compileLetter({
  ...frame,
  subject: '{waiting}, for {day}',
  title: '{waiting}',
  text: [
    '{ownerName} has left {what} for {childName}, to come on {day}, and asked that you have a say until {childName} is {untilAge}.',
    ...choice,
  ],
});

/** Sent after the owner’s death, which may be news to them. `day` is when it comes if they say nothing. */
export const guardianAskedAfterDeathMail = compileLetter({
  ...frame,
  subject: '{waiting}, for {day}',
  title: '{waiting}',
  text: [
    'As you may know, {ownerName} has died.',
    'Before that, {ownerFirstName} left {what} for {childName}, and asked that you have a say until {childName} is {untilAge}. Unless you say otherwise, it comes to {childName} on {day}.',
    ...choice,
  ],
});

/** Sent on the day that they chose with "not yet". */
export const guardianAskedAgainMail = compileLetter({
  ...frame,
  subject: '{waiting} still',
  text: [
    'You said “not yet” to what {ownerName} left for {childName}, and asked us to come back to it.',
    '{what} from {ownerFirstName} still {waits}, sealed. You can let it come now. If you do nothing, it waits until {childName} turns {untilAge}.',
  ],
});
