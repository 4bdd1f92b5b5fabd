import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { type HostedContent, startHostedContent } from '../apps/server/src/gateway/content/hosted.fixture.ts';
import {
  signedEvent,
  startStripeServer,
  stripeTestSecret,
} from '../apps/server/src/gateway/payments/stripe-server.fixture.ts';
import {
  callWorkspace,
  cookiesOf,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  refresh,
  signUpPerson,
  type WorkspacePlace,
} from '../apps/server/src/testing/product-person.ts';
import { openWorld, type Visitor, type World } from './harness.ts';

const password = 'paper-boats-on-water-7';
const MONTH_SECONDS = 30 * 86_400;
/** Half of what an access token lasts. */
const RENEW_AFTER_MS = 5 * 60_000;

/** Somebody of the agency with their session in its workspace. */
export type Seat = {
  name: string;
  teamMemberID: string;
  /** Another session in the workspace: a browser and the calls here would renew one under each other's hands. */
  enter(): Promise<PersonSession>;
  /** What the service answers them. @throws Error where it refuses */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  ask(method: string, path: string, body?: unknown): Promise<any>;
};

type Told = { type: string; data: Record<string, unknown> };

/** A receiver of webhooks that checks each by its secret as it comes: a signature is good for five minutes. */
type Receiver = { url: string; secret: string; received: { id: string; event: Told }[]; refused: string[] };

/** A workspace in the European Union and its owner, beside real servers of what the product calls. */
export type Agency = World & {
  site: string;
  workspace: WorkspacePlace;
  owner: Seat;
  content: HostedContent;
  receiver: Receiver;
  /** Signs up with the link of an invitation. */
  join(name: string, email: string, link: string): Promise<Seat>;
  /** A browser in which this person is signed in. */
  visitorOf(seat: Seat): Promise<Visitor>;
  /** Pays the last checkout, as its form does. @returns where the form sends the payer back to */
  pay(): Promise<string>;
  /** The payment service ends the subscription for good. */
  endPayment(): Promise<void>;
};

type Payment = Awaited<ReturnType<typeof startStripeServer>>;

export async function openAgency(): Promise<Agency> {
  const [stripe, content, receiver] = await Promise.all([
    startStripeServer(),
    startHostedContent([]),
    startReceiver(),
  ]);
  const world = await openWorld({
    ...content.env,
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_WEBHOOK_SECRET: stripeTestSecret,
    STRIPE_PRICE_ID: 'price_seat',
    STRIPE_API_BASE: stripe.apiBase,
  });
  const email = 'vera@agency.example';
  const person = await signUpPerson(world.product(), { email, password, name: 'Vera Lund' });
  const made = await createWorkspace(world.product(), person.session, { name: 'Agency', regionCode: 'eu' });
  const { workspace } = made;
  const owner = await takeSeat(world, 'Vera Lund', made.session, workspace);
  return {
    ...world,
    ...paymentOf(world, stripe),
    site: `http://${workspace.slug}.${world.mainDomain}`,
    workspace,
    owner,
    content,
    receiver,
    async join(name, address, link) {
      const { session } = await signUpPerson(world.product(), { email: address, password, name });
      const token = new URL(link).searchParams.get('token') ?? link.split('/').at(-1);
      const accepted = await world.product().send({
        method: 'POST',
        path: `/api/Invitations/${token}/Accept`,
        headers: { origin: world.base, authorization: `Bearer ${session.accessToken}` },
      });
      if (accepted.status !== 200) throw new Error(`not accepted: ${accepted.status} ${accepted.text}`);
      return takeSeat(world, name, await refresh(world.product(), session), workspace);
    },
    async visitorOf({ enter }) {
      const visitor = await world.visitor();
      await visitor.context.addCookies(cookiesOf(await enter()));
      return visitor;
    },
    async close() {
      await world.close();
      await Promise.all([stripe.close(), content.close(), receiver.close()]);
    },
  };
}

async function takeSeat(
  world: World,
  name: string,
  atHome: PersonSession,
  workspace: WorkspacePlace,
): Promise<Seat> {
  let home = atHome;
  let session = await enterWorkspace(world.product(), home, workspace);
  let renewedAt = Date.now();
  const seat: Seat = {
    name,
    teamMemberID: '',
    async enter() {
      home = await refresh(world.product(), home);
      return enterWorkspace(world.product(), home, workspace);
    },
    async ask(method, path, body) {
      if (Date.now() - renewedAt > RENEW_AFTER_MS) {
        session = await refresh(world.product(), session);
        renewedAt = Date.now();
      }
      const call = { method, path: `/api/${path}`, ...(body === undefined ? {} : { body }) };
      const answer = await callWorkspace(world.product(), session, workspace, call);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.json;
    },
  };
  seat.teamMemberID = (await seat.ask('GET', 'Workspace')).me.teamMemberID;
  return seat;
}

/** The payment service's own side: it takes the money, and tells the product by signed events. */
function paymentOf(world: World, stripe: Payment): Pick<Agency, 'pay' | 'endPayment'> {
  const tell = async (type: string, id: string) => {
    const { payload, signature } = signedEvent(type, { object: 'subscription', id });
    const answer = await world.product().send({
      method: 'POST',
      path: '/api/Subscription/Webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      text: payload,
    });
    if (answer.status !== 200) throw new Error(`${type}: ${answer.status} ${answer.text}`);
  };
  const last = () => `sub_${stripe.checkouts.length}`;
  return {
    async pay() {
      const asked = stripe.checkouts.at(-1) ?? {};
      const id = last();
      stripe.subscriptions.set(id, {
        id,
        status: 'active',
        quantity: Number(asked['line_items[0][quantity]']),
        periodEnd: Math.floor(Date.now() / 1000) + MONTH_SECONDS,
        cancelAtPeriodEnd: false,
        customer: 'cus_agency',
        metadata: {
          tenantId: asked['subscription_data[metadata][tenantId]'] ?? '',
          regionCode: asked['subscription_data[metadata][regionCode]'] ?? '',
        },
      });
      await tell('checkout.session.completed', id);
      return asked['success_url'] ?? '';
    },
    async endPayment() {
      const subscription = stripe.subscriptions.get(last());
      if (subscription) subscription.status = 'canceled';
      await tell('customer.subscription.deleted', last());
    },
  };
}

/** Somebody else's server that takes what webhooks send. */
async function startReceiver() {
  const told: Omit<Receiver, 'url'> = { secret: '', received: [], refused: [] };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const headers = request.headers as Record<string, string>;
    try {
      const event = new Webhook(told.secret).verify(text, headers) as Told;
      told.received.push({ id: headers['webhook-id'] ?? '', event });
    } catch (error) {
      told.refused.push(String(error));
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(told, {
    url: `http://127.0.0.1:${port}/stint`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
