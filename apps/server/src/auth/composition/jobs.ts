import type { AuthContext } from '../context.ts';
import type { JobHandlers } from '../mechanisms/jobs/jobs.ts';
import { eraseJob } from '../mechanisms/people/delete.ts';
import { mailJob } from '../mechanisms/proofs/mail-requests.ts';
import { sendRequested } from '../mechanisms/proofs/send-requested.ts';
import { erasePerson } from '../model/users/erase.ts';

/** What is done for the jobs of each kind. */
export const jobs: JobHandlers<AuthContext> = {
  [mailJob]: sendRequested,
  [eraseJob]: (_context, tx, person: { userId: string }) => erasePerson(tx, person),
};
