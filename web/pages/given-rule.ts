/** What happens to what people have received, in the same words in the FAQ, the terms and the privacy policy. */
export const givenRule =
  'What a recipient has been sent stays as it was sent, also when you edit it later. When you delete a memory or your account you choose whether people who have already received it keep it (the default) or it is taken back; nothing that is still to be delivered will be.';
