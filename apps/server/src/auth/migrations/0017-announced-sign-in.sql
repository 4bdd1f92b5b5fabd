-- How people will sign in to a tenant from a date on, announced before it counts:
-- { firstFactors, secondFactors, isMfaRequired, startsAt }.

alter table auth.tenant add column upcoming_sign_in jsonb;
