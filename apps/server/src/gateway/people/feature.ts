import { defineSilentFeature, type Feature, type GatewayParts } from '../feature.ts';
import { followPeople } from './follow.ts';
import { forgetJob, forgetMember } from './forget.ts';

/** Another provider tells nothing by itself: there each person is asked for when it matters. */
export function peopleFeature(parts: GatewayParts): Feature {
  return defineSilentFeature({
    jobs: { [forgetJob]: forgetMember },
    periodic: parts.providerFeed ? [followPeople(parts, parts.providerFeed)] : [],
  });
}
