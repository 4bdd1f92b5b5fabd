import type { Language } from '@stint/domain/language.ts';
import type { FastifyReply } from 'fastify';
import { sendPage, wordsFor } from '../../mechanisms/http/page.ts';
import { escapeXml } from './escape-xml.ts';

const WORDS: Record<Language, Record<'title' | 'text' | 'goOn', string>> = {
  en: {
    title: 'One moment, please',
    text: 'You are being taken back to the other application.',
    goOn: 'Continue',
  },
  de: {
    title: 'Einen Moment bitte',
    text: 'Sie werden zur anderen Anwendung zurückgebracht.',
    goOn: 'Weiter',
  },
};

/**
 * The page of protocol 9.2 that posts a SAML message to a service provider by itself. It alone may post to another
 * origin, and runs one script; without scripts there is a button.
 */
export function sendPostPage(
  reply: FastifyReply,
  { to, samlResponse, relayState }: { to: string; samlResponse: string; relayState: string | null },
): FastifyReply {
  const { title, text, goOn } = wordsFor(reply, WORDS);
  const field = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeXml(value)}">`;
  const relay = relayState === null ? '' : field('RelayState', relayState);
  const form =
    `<form method="post" action="${escapeXml(to)}">${field('SAMLResponse', samlResponse)}${relay}` +
    `<button>${goOn}</button></form>`;
  return sendPage(reply, {
    status: 200,
    title,
    body: `<p>${text}</p>${form}`,
    formAction: new URL(to).origin,
    script: 'document.forms[0].submit()',
  });
}
