-- A timer that is stopped and one that is started again for the same work are two: each has an id of its own.
alter table app.timer add column id uuid not null default gen_random_uuid();

-- How many more events a calendar has than are kept of it, so that its owner is told.
alter table app.event_feed add column left_out int not null default 0;
