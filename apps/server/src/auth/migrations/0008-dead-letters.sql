-- Dead letters are counted at every scrape of the metrics: found without reading all that was ever sent.

create index outbox_dead_idx on auth.outbox (created_at) where status = 'dead';

create index webhook_delivery_dead_idx on auth.webhook_delivery (created_at) where status = 'dead';
