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

/**
 * Sends through any SMTP server. The library is loaded with the first mail.
 * @param url smtp(s)://user:password@host:port
 * @param from sender of all mail
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  let transport: Promise<import('nodemailer').Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 15_000 };
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
    close() {
      void transport?.then((opened) => opened.close());
    },
  };
}

function senderDomain(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
