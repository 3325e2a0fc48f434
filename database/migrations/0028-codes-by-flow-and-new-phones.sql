-- Codes that are bound to who asked for them, codes of the second step, and codes for another phone.

alter type code_purpose add value 'second_step';
alter type code_purpose add value 'change_phone';

alter table code
  -- What the code is bound to, as a hash: the browser that asked for a new password, or the sign-in that waits. Empty: the
  -- client's session.
  add column flow bytea not null default '',
  -- The guesses that named no flow. They count apart, so that a stranger's use up nobody else's.
  add column open_guesses smallint not null default 0,
  drop constraint code_pkey,
  add primary key (client_id, purpose, destination, flow);

-- When the phone was replaced last. Null: it is the one of the sign-up.
alter table client add column phone_changed_at timestamptz;
