/** Whether anything can be bought here. Where it cannot, the server marks the document, so that pages say so without a request. */
export function isAnythingSold(): boolean {
  return document.documentElement.dataset['sales'] !== 'off';
}
