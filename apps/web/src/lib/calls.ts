import {
  type ApiCaller,
  type ApiClientOptions,
  createApiClient,
  createStreamOpener,
  type StreamOpener,
} from './api-client.ts';
import type { GatewayTable } from './gateway.ts';

/** Calls the gateway in the name of the signed-in person. */
export type Call = ApiCaller<GatewayTable>;

export type Calls = {
  call: Call;
  openStream: StreamOpener<GatewayTable>;
  openFile: StreamOpener<GatewayTable>;
};

export function makeCalls(options: ApiClientOptions): Calls {
  return {
    call: createApiClient<GatewayTable>(options),
    openStream: createStreamOpener<GatewayTable>(options, 'text/event-stream'),
    openFile: createStreamOpener<GatewayTable>(options, null),
  };
}
