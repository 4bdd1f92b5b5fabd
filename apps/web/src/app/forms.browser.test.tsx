import { test } from 'vitest';
import { expectNothingLost } from './forms.fixture.tsx';
import { ACCOUNT_FORMS } from './forms-of-account.fixture.tsx';
import { REPORT_FORMS } from './forms-of-reports.fixture.tsx';
import { SETTINGS_FORMS } from './forms-of-settings.fixture.tsx';
import { WORKSPACE_FORMS } from './forms-of-workspace.fixture.tsx';

const FORMS = Object.entries({ ...WORKSPACE_FORMS, ...REPORT_FORMS, ...SETTINGS_FORMS, ...ACCOUNT_FORMS });

test.each(FORMS)(
  '%s: whatever happens to the save, it is said in the form and nothing typed is lost',
  (_, row) => expectNothingLost(row),
);
