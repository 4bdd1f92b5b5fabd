import type { authRoutes } from '@stint/domain/api/auth.ts';
import type { RouteInput, RouteOutput } from '@stint/domain/api/route.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppContext } from '../lib/app-context.ts';
import { makeCalls } from '../lib/calls.ts';
import type { GatewayTable, WorkspaceStart } from '../lib/gateway.ts';
import type { PageSettings } from '../lib/page-settings.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { createSession, type Session } from '../lib/session.ts';
import { ToastProvider } from './toast.tsx';

type AuthTable = typeof authRoutes;

/** An answer that refuses, as the gateway words it. */
export class Refusal {
  readonly status: number;
  readonly body: object;
  /** @param details what else the body holds, such as what is there now */
  constructor(status: number, code: string, message: string, details: object = {}) {
    this.status = status;
    this.body = { ...details, error: { type: code }, code, message, requestId: 'request-1' };
  }
}

type Asked<Body = unknown> = {
  key: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Body;
  /** By which a write that comes again is known. */
  idempotencyKey: string | null;
};

/** What a test needs of an answer: fields may be left out, but those that are there are the row's. */
type Some<Shape> = Shape extends readonly (infer Item)[]
  ? readonly Some<Item>[]
  : Shape extends object
    ? { [Field in keyof Shape]?: Some<Shape[Field]> }
    : Shape;

type Given<Row> = Some<RouteOutput<Row>> | Refusal | Response;
/** The same each time, or what is made of what was asked. */
type Told<Row> =
  | Given<Row>
  | Promise<Given<Row>>
  | ((asked: Asked<RouteInput<Row>['body']>) => Given<Row> | Promise<Given<Row>>);

/** A row of the provider as a page calls it. */
type AtProvider<Key> = Key extends `${infer Method} ${infer Path}` ? `${Method} /v0${Path}` : never;

/** What both services answer, by their rows. */
export type Answers = { [Key in keyof GatewayTable]?: Told<GatewayTable[Key]> } & {
  [Key in keyof AuthTable as AtProvider<Key>]?: Told<AuthTable[Key]>;
};

export const settings: PageSettings = {
  mode: 'test',
  scheme: 'http',
  mainDomain: 'stint.localhost:3000',
  authBaseUrl: '/v0/',
  apiBaseUrl: '/api/',
  rootTenantId: 'root0001',
  regions: [
    { code: 'us', name: 'United States' },
    { code: 'eu', name: 'European Union' },
  ],
  workspace: { tenantId: 'acme0001', name: 'Acme', slug: 'acme', regionCode: 'us' },
  isShell: false,
  signIn: null,
};

/** The gateway at the border of the page: every request is answered by its row, and kept. */
export function serve(answers: Answers) {
  const asked: Asked[] = [];
  const addresses: string[] = [];
  let underWay = 0;
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    underWay += 1;
    return answer(input, init).finally(() => {
      underWay -= 1;
    });
  };
  const answer: typeof fetch = async (input, init) => {
    const { pathname, search, searchParams } = new URL(String(input), location.href);
    addresses.push(`${pathname}${search}`);
    const method = init?.method ?? 'GET';
    const found = Object.entries(answers).find(([key]) => patternOf(key).test(`${method} ${pathname}`));
    if (!found) return real(input, init);
    const [key, told] = found;
    const params = patternOf(key).exec(`${method} ${pathname}`)?.groups ?? {};
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined;
    const idempotencyKey = new Headers(init?.headers).get('idempotency-key');
    const query = Object.fromEntries(searchParams);
    const one = { key, params: { ...params }, query, body, idempotencyKey };
    asked.push(one);
    const given: unknown = await (typeof told === 'function' ? told(one) : told);
    if (given instanceof Response) return given;
    return given instanceof Refusal
      ? Response.json(given.body, { status: given.status })
      : Response.json(given ?? {});
  };
  onTestFinished(() => {
    globalThis.fetch = real;
  });
  return { asked, addresses, isAsking: () => underWay > 0 };
}

/** Calls of the gateway by their rows; those of the provider with `/v0` in front. */
function patternOf(key: string): RegExp {
  const path = key.includes(' /v0/') ? key : key.replace(' /', ' /api/');
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]*)')}$`);
}

function openSession(): Session {
  const session = createSession(
    settings,
    { onSessionEnded: () => {}, onSomebodyElse: () => {}, onUnauthorized: () => {} },
    makeCalls,
  );
  onTestFinished(() => session.auth.close());
  return session;
}

/** An owner's first answer of the workspace, with what a test changes. */
export function startOf(me: object = {}, own: object = {}): WorkspaceStart {
  const start = {
    tenantID: 'acme0001',
    name: 'Acme',
    slug: 'acme',
    regionCode: 'us',
    me: { userID: 'u1', teamMemberID: 'm1', firstName: 'Ada', lastName: 'Lovelace', role: 'owner', ...me },
    settings: {
      approvalsEnabled: true,
      dateFormat: 'YYYY-MM-DD',
      decimalReading: 'decimal',
      durationFormat: 'clock',
      numberFormat: 'en-US',
      timeFormat: 'h23',
      weeklyMinutes: 2400,
      currency: 'EUR',
      requiredFields: [],
      submitDueDays: 2,
      version: 3,
      ...own,
    },
  };
  return start as unknown as WorkspaceStart;
}

/** A page of a workspace as it is for somebody, with its providers, its address and its gateway. */
export async function openPage(
  Page: RouteComponent,
  {
    answers,
    start = startOf(),
    path = '/',
    route = '$',
  }: { answers: Answers; start?: WorkspaceStart; path?: string; route?: string },
) {
  const { asked, addresses, isAsking } = serve(answers);
  const value = { session: openSession(), start };
  const root = createRootRoute();
  const any = createRoute({ getParentRoute: () => root, path: route, component: Page });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([any]), history });
  const queryClient = createQueryClient();
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider dismissLabel="Dismiss">
        <AppContext value={value}>
          <RouterProvider router={router as never} />
        </AppContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { screen, asked, addresses, history, isAsking };
}

/** A page of the main domain, which needs no more than a session. */
export async function openSitePage(Page: ComponentType<{ session: Session }>, answers: Answers) {
  const { asked } = serve(answers);
  const session = openSession();
  const screen = await render(
    <ToastProvider dismissLabel="Dismiss">
      <Page session={session} />
    </ToastProvider>,
  );
  return { screen, asked };
}

/** An answer that comes when the test says so. */
export function later<Value>(): { answer: Promise<Value>; give: (value: Value) => void } {
  let give: (value: Value) => void = () => {};
  const answer = new Promise<Value>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}

/** One answer after the other; the last of them from then on. */
export function inTurn<const Values extends readonly unknown[]>(...answers: Values): () => Values[number] {
  const left = [...answers];
  return () => (left.length > 1 ? left.shift() : left[0]);
}
