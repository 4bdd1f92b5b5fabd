-- A change of identifier may be that there is none any more: a phone number that was removed can be taken back like one that was replaced.
alter table auth.identifier_change alter column new_value drop not null;
