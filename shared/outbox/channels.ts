/** How a message travels. It stands on each message, so that nothing guesses it from an address. */
export type Channel = 'email' | 'text' | 'post';

/** Where somebody is reached: an email address, a phone number or a postal address. */
export interface Contact<C extends Channel = Channel> {
  channel: C;
  address: string;
}
