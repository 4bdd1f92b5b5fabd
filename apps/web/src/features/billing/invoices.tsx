import { useQuery } from '@tanstack/react-query';
import { invoicesQuery, type Subscription } from '../../entities/subscription.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatMoney } from '../../lib/money.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import styles from './billing-page.module.css';
import { text } from './messages.ts';

/** What was charged; each invoice lies at the payment service. */
export function Invoices({ subscription }: { subscription: Subscription }) {
  const invoices = useQuery(invoicesQuery(useApp().session.call, subscription));
  const fullDate = useFullDate();
  const words = text.invoice;
  return (
    <QueryCard
      title={text.invoices}
      query={invoices}
      isEmpty={(list) => list.length === 0}
      empty={text.noInvoices}
    >
      {(list) => (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.number}</th>
              <th scope="col">{words.date}</th>
              <th scope="col" className="number">
                {words.amount}
              </th>
              <th scope="col">{words.state}</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ id, number, createdAt, amount, currency, status, url }) => (
              <tr key={id}>
                <td>
                  {url ? (
                    <a
                      href={url}
                      target="_blank"
                      rel="noreferrer"
                      aria-label={text.openInvoice(number ?? fullDate(createdAt))}
                    >
                      {number ?? words.open}
                    </a>
                  ) : (
                    (number ?? '–')
                  )}
                </td>
                <td>{fullDate(createdAt)}</td>
                <td className="number">{formatMoney(amount, currency)}</td>
                <td>
                  <Badge tone={status === 'paid' ? 'success' : 'neutral'}>{wordOf(status)}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </QueryCard>
  );
}

/** The payment service's word, in ours where it is a known one. */
function wordOf(status: string): string {
  const words: Readonly<Record<string, string>> = text.invoiceStates;
  return words[status] ?? status;
}
