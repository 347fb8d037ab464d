/** Channels that carry a link. */
export const linkChannels = ['email', 'text'] as const;
export type LinkChannel = (typeof linkChannels)[number];

/** How a message is sent. Stored with each message, so that nothing guesses it from an address. */
export const channels = [...linkChannels, 'post'] as const;
export type Channel = (typeof channels)[number];

export const channelLabels: Readonly<Record<Channel, string>> = {
  email: 'by email',
  text: 'by text message',
  post: 'by post',
};

export function carriesLink(channel: string | null): channel is LinkChannel {
  return linkChannels.some((one) => one === channel);
}

/** Where somebody is reached: an email address, a phone number or a postal address. */
export interface Contact<C extends Channel = Channel> {
  channel: C;
  address: string;
}

const masks: Readonly<Record<Channel, (address: string) => string>> = {
  email: (address) => {
    const at = address.lastIndexOf('@');
    return at < 1 ? '•••' : `${address.charAt(0)}•••${address.slice(at)}`;
  },
  text: (number) => (/^\+[\d ]{8,}$/.test(number) ? `${number.slice(0, 2)}•••${number.slice(-2)}` : '•••'),
  post: (place) => `${place.slice(0, 3)}•••••`,
};

/** `r•••@example.com`, `+1•••34`: enough to recognise an address that one knows, and too little to write to it. */
export function maskAddress({ channel, address }: Contact): string {
  return masks[channel](address);
}
