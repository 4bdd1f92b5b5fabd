import type { FastifyReply } from 'fastify';
import { escapeXml } from '../../mechanisms/http/escape-xml.ts';
import { sendPage } from '../../mechanisms/http/page.ts';

/**
 * The page of protocol 9.2 that posts a SAML message to a service provider by itself. It alone may post to another
 * origin, and runs one script; without scripts there is a button.
 */
export function sendPostPage(
  reply: FastifyReply,
  { to, samlResponse, relayState }: { to: string; samlResponse: string; relayState: string | null },
): FastifyReply {
  const field = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeXml(value)}">`;
  const relay = relayState === null ? '' : field('RelayState', relayState);
  const form =
    `<form method="post" action="${escapeXml(to)}">${field('SAMLResponse', samlResponse)}${relay}` +
    `<button>Continue</button></form>`;
  return sendPage(reply, {
    status: 200,
    title: 'One moment, please',
    body: `<p>You are being signed in to another application.</p>${form}`,
    formAction: new URL(to).origin,
    script: 'document.forms[0].submit()',
  });
}
