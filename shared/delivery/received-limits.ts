/** For a few words back. */
export const replyMaxCharacters = 2000;

/** How far ahead somebody can ask for a reminder. */
export const reminderMaxDays = 366;
