/** An answer of the gateway with what names its content. */
export type KeptAnswer = { etag: string | null; body: unknown };

/** What the server asked the gateway in the name of whoever opened the page; by path. */
export type FirstAnswers = { userUuid: string; answers: Record<string, KeptAnswer> };

const ELEMENT = 'stint-first-answers';

/** Takes the first answers out of the page, since nothing reads them twice; null where the server had none to give. */
export function takeFirstAnswers(page: Document = document): FirstAnswers | null {
  const element = page.getElementById(ELEMENT);
  element?.remove();
  return element ? (JSON.parse(element.textContent ?? 'null') as FirstAnswers | null) : null;
}
