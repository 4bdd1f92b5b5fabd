import type { Attributes, Context, Span, SpanContext } from '@opentelemetry/api';
import { currentTraceparent, type NewSpan, type OpenSpan, runBelow, type Tracing } from './tracing.ts';

export type OtlpOptions = {
  /** Where spans are posted to, as OTLP over HTTP in JSON. */
  url: string;
  /** Sent with each post, such as the key of a collector. */
  headers: Record<string, string>;
  version: string;
  /** The part of all traces that is kept: from 0 to 1. */
  share: number;
};

/** How long the end waits for a collector to take the last spans. */
const farewellMs = 1000;

/** version, trace id, span id, flags (W3C Trace Context, section 3.2.2). */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Sends spans to a collector, some seconds later and many at a time. The libraries are loaded here. */
export async function createOtlpTracing({ url, headers, version, share }: OtlpOptions): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const ofShare = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'stint', 'service.version': version }),
    // By the trace's id, so that all processes keep the same ones; a page that asks does not decide how much is kept.
    sampler: new sdk.ParentBasedSampler({ root: ofShare, remoteParentSampled: ofShare }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  });
  const tracer = provider.getTracer('stint');
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
    consumer: api.SpanKind.CONSUMER,
  };

  const contextOf = (traceparent: string | undefined): Context => {
    const parent = parseTraceparent(traceparent);
    return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT;
  };
  const openSpan = (span: Span): OpenSpan => {
    const open: OpenSpan = {
      traceparent: formatTraceparent(span.spanContext()),
      run: (work) => runBelow(open, work),
      end(attributes = {}, failure) {
        span.setAttributes(attributes as Attributes);
        if (failure !== undefined) {
          span.setAttribute('error.type', typeOf(failure));
          span.setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
    return open;
  };
  return {
    begin({ name, kind, attributes = {}, parent = currentTraceparent() }: NewSpan) {
      const options = { kind: kinds[kind], attributes: attributes as Attributes };
      return openSpan(tracer.startSpan(name, options, contextOf(parent)));
    },
    // A collector that is away must not hold up the end: what is left is sent again and again, for many seconds.
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, farewellMs);
      });
      await Promise.race([provider.shutdown().catch(() => {}), enough]);
      clearTimeout(timer);
    },
  };
}

function parseTraceparent(text: string | undefined): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text ?? '') ?? [];
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId) || text?.startsWith('ff')) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`;
}

function typeOf(failure: unknown): string {
  const { code, name } = failure as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'Error');
}
