/** Channels that carry a link. */
export const linkChannels = ['email', 'text'] as const;
export type LinkChannel = (typeof linkChannels)[number];

/** How a message travels. It stands on each message, so that nothing guesses it from an address. */
export const channels = [...linkChannels, 'post'] as const;
export type Channel = (typeof channels)[number];

export const channelLabels: Readonly<Record<Channel, string>> = {
  email: 'by email',
  text: 'by text message',
  post: 'by post',
};

export function carriesLink(channel: string): channel is LinkChannel {
  return linkChannels.some((one) => one === channel);
}

/** Where somebody is reached: an email address, a phone number or a postal address. */
export interface Contact<C extends Channel = Channel> {
  channel: C;
  address: string;
}
