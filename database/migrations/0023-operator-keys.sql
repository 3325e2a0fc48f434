-- Keys can change. The database learns which of the operator's keys signed a draw, and how one key followed another.

-- The operator's public keys in the order in which it signed with them. The key before announces the next one: it signs a
-- record that names both, and so does the new key. The first key has nothing to announce it.
create table operator_key (
  number smallint primary key,
  public_key bytea not null constraint operator_key_once unique,
  announcement bytea,
  former_signature bytea,
  signature bytea,
  constraint operator_key_length check (octet_length(public_key) = 32),
  constraint operator_key_is_announced check (
    case when number = 1
      then announcement is null and former_signature is null and signature is null
      else octet_length(announcement) = 120 and octet_length(former_signature) = 64 and octet_length(signature) = 64
        and announcement is not null and former_signature is not null and signature is not null
    end
  )
);
create trigger operator_key_is_history before update or delete on operator_key
  for each row execute function refuse_change();
create trigger operator_key_is_kept before truncate on operator_key for each statement execute function refuse_change();

-- Null: committed before keys were noted, with the first of them.
alter table commitment add column operator_key bytea
  constraint commitment_operator_key_length check (octet_length(operator_key) = 32);
create trigger commitment_by_newest_key before insert on commitment for each row execute function refuse_former_key();

-- The salts of a draw's tickets are derived from this key. It rests beside the tickets that it hides from the public, and apart
-- from the seed, so that a process which makes receipts needs no key of the seeds.
create table draw_salt (
  draw_id uuid primary key references draw,
  salt_key bytea not null constraint draw_salt_length check (octet_length(salt_key) = 32)
);
create trigger draw_salt_is_history before update or delete on draw_salt for each row execute function refuse_change();
create trigger draw_salt_is_kept before truncate on draw_salt for each statement execute function refuse_change();
