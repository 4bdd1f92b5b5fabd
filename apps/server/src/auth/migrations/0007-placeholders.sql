-- People whom an invitation or a link request named and who never came: a sign-up with their address takes their place.

alter table auth.user_account add column is_placeholder boolean not null default false;
