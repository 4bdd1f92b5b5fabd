-- A timer that is stopped and one that is started again for the same work are two: each has an id of its own. It names a timer
-- for as long as that runs, beside its member, who has one at most and is its key: nothing refers to it, nothing is looked for by
-- it, and whoever names one of somebody else's has named nothing of theirs; so it is no key. The default is for
-- 0.1.0, which writes timers without an id while both run; the migration that drops what 0.1.0 alone uses (docs/releases.md
-- lists it) drops it too.
alter table app.timer add column id uuid not null default gen_random_uuid();

-- How many more events a calendar has than are kept of it, so that its owner is told.
alter table app.event_feed add column left_out int not null default 0;
