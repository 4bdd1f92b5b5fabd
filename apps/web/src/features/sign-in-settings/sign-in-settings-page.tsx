import { useQuery } from '@tanstack/react-query';
import { tenantQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common, pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SettingsLayout } from '../../ui/settings-layout.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StepUpProvider } from '../../ui/step-up.tsx';
import { Domains } from './domains.tsx';
import { LostFactors } from './lost-factors.tsx';
import { text } from './messages.ts';
import { RulesForm } from './rules-form.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { Upcoming } from './upcoming.tsx';

/** `/settings/sign-in`: which ways in a workspace takes. Owners change it, admins see it. */
export function SignInSettingsPage() {
  const { session, start } = useApp();
  const tenant = useQuery(tenantQuery(session));
  const isOwner = start.me.role === 'owner';
  return (
    <StepUpProvider session={session}>
      <SettingsLayout title={pageTitles.signIn}>
        <p>{isOwner ? text.lead : text.readOnly}</p>
        {tenant.error && !tenant.data ? (
          <>
            <FormError>{describeError(tenant.error)}</FormError>
            <Button onClick={() => void tenant.refetch()}>{common.tryAgain}</Button>
          </>
        ) : null}
        {tenant.isPending ? <SkeletonRows count={6} label={lists.loading} /> : null}
        {tenant.data ? (
          <>
            <Upcoming tenant={tenant.data} isOwner={isOwner} />
            <RulesForm tenant={tenant.data} isOwner={isOwner} />
            <LostFactors />
            {isOwner ? (
              <>
                <SingleSignOn />
                <Domains />
              </>
            ) : null}
          </>
        ) : null}
      </SettingsLayout>
    </StepUpProvider>
  );
}
