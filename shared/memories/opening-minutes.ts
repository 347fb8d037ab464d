/** How long a member of staff may look at what they have opened. Without schemas, since the web loads it. */
export const openingMinutes = 15;
