-- The language of the messages to a client, and of each message, whose text is written when it is sent.
alter table client add column locale text not null default 'en' check (locale in ('en', 'fr'));
alter table message add column locale text not null default 'en' check (locale in ('en', 'fr'));
