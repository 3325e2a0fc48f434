-- The operator who takes care of a draw, a payment or a document that waits for an operator. An alarm and a case of care say so in their own rows.
create table console.taken (
  what text not null constraint taken_what_known check (what in ('draw', 'payment', 'document')),
  subject uuid not null,
  taken_by bigint not null references console.operator,
  taken_at timestamptz not null default clock_timestamp(),
  primary key (what, subject)
);

-- Operators know a player by the last four digits of the phone, which is what a masked one shows.
create index client_phone_end on client (right(phone, 4));
