/** One text message; `to` in E.164. */
export type Sms = { to: string; text: string };

export type SmsSender = {
  /** Hands the message to the gateway. @throws when it was not taken; the outbox tries again */
  send(sms: Sms): Promise<void>;
};

/**
 * Sends through an SMS gateway that takes what Twilio's Messages call takes: an authenticated form POST with `To`, `From`
 * and `Body`, answered by any 2xx. docs/latchkey.md describes it for gateways of one's own.
 * @param address https://sid:token@host/path?from=+1…
 */
export function createHttpSms(address: string, fetchImpl: typeof fetch): SmsSender {
  const url = new URL(address);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const from = url.searchParams.get('from')?.replace(/^ /, '+') ?? '';
  url.username = '';
  url.password = '';
  url.searchParams.delete('from');
  return {
    async send({ to, text }) {
      const answer = await fetchImpl(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(5000),
        headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
      });
      await answer.body?.cancel();
      if (!answer.ok) {
        const error = new Error(`the SMS gateway answered ${answer.status}`);
        throw Object.assign(error, { status: answer.status });
      }
    },
  };
}
