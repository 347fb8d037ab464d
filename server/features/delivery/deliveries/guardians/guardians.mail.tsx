/** To guardians. They name kinds and days, and never a title or a word of what waits. */
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

/** While the owner lives. `what` is "a letter", `day` when it comes. */
export const guardianAskedMail = compileLetter({
  ...frame,
  subject: '{waiting}, for {day}',
  title: '{waiting}',
  text: [
    '{ownerName} has left {what} for {childName}, to come on {day}, and asked that you have a say until {childName} is {untilAge}.',
    ...choice,
  ],
});

/** After the owner’s death, of which they may not have heard. `day` is when it comes if they say nothing. */
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

/** On the day that they chose with "not yet". */
export const guardianAskedAgainMail = compileLetter({
  ...frame,
  subject: '{waiting} still',
  text: [
    'You said “not yet” to what {ownerName} left for {childName}, and asked us to come back to it.',
    '{what} from {ownerFirstName} still {waits}, sealed. You can let it come now. If you do nothing, it waits until {childName} turns {untilAge}.',
  ],
});
