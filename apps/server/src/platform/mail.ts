import type { Logger } from './log.ts';

/** One mail, ready to go out; both bodies say the same. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Takes a POST that ends such mails: mail programs show a button of their own for it (RFC 8058). */
  unsubscribeUrl?: string;
};

export type Mailer = {
  /** Hands the mail to the server. @throws when it was not taken; the outbox tries again */
  send(mail: Mail): Promise<void>;
  close(): void;
};

type SmtpMailer = Mailer & {
  /** Connects and signs in, without a mail. @throws what the server, or its silence, said */
  check(): Promise<void>;
};

/**
 * Sends through any SMTP server. The library is loaded with the first mail.
 * @param url smtp(s)://user:password@host:port
 * @param from sender of all mail
 * @param patienceMs how long the server may take to each step
 */
export function createSmtpMailer(url: string, from: string, patienceMs = 15_000): SmtpMailer {
  let transport: Promise<import('nodemailer').Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const timeouts = {
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    };
    return createTransport({
      url,
      pool: true,
      maxConnections: 2,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
    });
  };
  return {
    async send({ to, subject, text, html, messageId, unsubscribeUrl }) {
      transport ??= open();
      await (await transport).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${senderDomain(from)}>`,
        ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
      });
    },
    async check() {
      transport ??= open();
      await (await transport).verify();
    },
    close() {
      void transport?.then((opened) => opened.close());
    },
  };
}

const reasons: Record<string, string> = {
  EAUTH: 'refuses the login: mend user and password in',
  EDNS: 'has a name that nobody knows: mend the host in',
  ETLS: 'cannot be spoken to with TLS: look at its certificate, or use smtp:// or smtps:// as it expects in',
};

/**
 * Says once, at the start, that no mail can leave; what waits is tried again, so the start goes on.
 * @param variable holds the address of the server
 */
export async function warnOfMail(
  mailer: Pick<SmtpMailer, 'check'>,
  log: Pick<Logger, 'warn'>,
  variable = 'SMTP_URL',
): Promise<void> {
  await mailer.check().catch((error: Error & { code?: string }) => {
    const advice = reasons[error.code ?? ''] ?? 'does not answer: look whether it runs, and at';
    const reason = `${advice} ${variable}`;
    log.warn({ err: error }, `the mail server ${reason}. Mail waits and is tried again.`);
  });
}

function senderDomain(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
