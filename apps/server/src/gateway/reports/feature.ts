import { reportFileRoutes } from '@stint/domain/api/gateway/report-files.ts';
import { reportRoutes } from '@stint/domain/api/gateway/reports.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { jobKindOf } from '../long-work/begin.ts';
import { runLongWork } from '../long-work/run.ts';
import { makeReportFile } from './files/make.ts';
import { reportFileHandlers } from './files/routes.ts';
import { reportHandlers } from './routes.ts';

export function reportFeature(parts: GatewayParts): Feature {
  const fonts = { fallback: parts.config.pdfFontFallback };
  return defineFeature({
    routes: { ...reportRoutes, ...reportFileRoutes },
    handlers: { ...reportHandlers, ...reportFileHandlers(parts) },
    longJobs: {
      [jobKindOf('report')]: runLongWork(parts.clock, parts.standings, (work) => makeReportFile(work, fonts)),
    },
  });
}
