/** As a server repeats them: in another case, in another form, or where it passes the mail on to. */
const addresses = /[^\s<>@]+@[^\s<>]*/g;
/** No regular reply is longer. */
const readCharacters = 5000;
const keptCharacters = 500;

/** The beginning of what a mail server said, which may be stored and logged: addresses are taken out of it. */
export function withoutAddresses(said: string): string {
  return said.slice(0, readCharacters).replaceAll(addresses, '(address)').slice(0, keptCharacters);
}
